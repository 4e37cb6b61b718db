/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pages/eqp-compare-page.h"
#include "pages/eqp-data-page.h"
#include "pages/eqp-import-view.h"
#include "pages/eqp-live-view.h"
#include "pages/eqp-study-page.h"
#include "eqp-session.h"
#include "eqp-suggest-model.h"
#include "eqp-window.h"

G_BEGIN_DECLS

typedef enum {
  EQP_WIDTH_WIDE,
  EQP_WIDTH_MEDIUM, /* pages are switched at the bottom */
  EQP_WIDTH_NARROW, /* one below the other */
} EqpWidthClass;

struct _EqpWindow
{
  AdwApplicationWindow  parent_instance;

  EqpWorkspace         *workspace;
  EqpDataChain         *chain;
  EqpRowSelection      *selection; /* one for all pictures */
  EqpRowNames          *names;
  EqpRunList           *runs;
  EqpCompareModel      *compare;
  EqpStudyModel        *study;
  EqpSuggestModel      *suggest;
  EqpSession           *session;
  EqpRecovery          *offered;  /* a session that ended without a word, until somebody decides */
  char                 *opening;  /* URI or "sample:ID" under way, for the list of recent files */
  char                 *refused;  /* the file of the error shown, where another way of reading it may help */
  gboolean              error_of_run; /* the error shown is why no run came out */
  guint                 busy_source;
  guint                 fold_source;
  EqpWidthClass         width_class;
  gboolean              sidebar_hidden; /* asked for while the template is still being built, so kept here */

  AdwToast             *undo_toast; /* weak: of the last change of the data */

  AdwToastOverlay      *toasts;
  AdwHeaderBar         *header;
  GtkBox               *content;
  GtkStack             *title_stack;
  AdwWindowTitle       *title;
  GtkBox               *data_title;
  GtkLabel             *data_name;
  GtkLabel             *data_shape;
  GtkPopover           *open_popover;
  GtkLabel             *recent_heading;
  GtkListBox           *recent_list;
  GtkListBox           *sample_list;
  GtkToggleButton      *sidebar_button;
  GtkButton            *open_button, *open_file;
  GtkMenuButton        *sources_button;
  GtkButton            *export_button;
  GtkStack             *run_stack;
  GtkButton            *run_button;
  GtkButton            *stop_button;
  GtkMenuButton        *hurt_button;
  GtkLabel             *hurt_label;
  GtkButton            *hurt_mend;
  GtkLabel             *run_label;
  GtkLabel             *stop_label;
  AdwViewSwitcherBar   *switcher_bar;
  GtkRevealer          *busy_revealer;
  GtkLabel             *busy_label;
  GtkProgressBar       *busy_progress;
  GtkButton            *busy_cancel;
  GtkRevealer          *error_revealer;
  GtkLabel             *error_label;
  GtkButton            *error_import;
  GtkRevealer          *recovery_revealer;
  GtkStack             *stack;
  AdwPreferencesGroup  *start_samples;
  AdwViewStack         *pages;
  EqpLiveView          *live_view;
  EqpComparePage       *compare_page;
  EqpStudyPage         *study_page;
  EqpDataPage          *data_page;
};

void _eqp_window_class_init_actions (GtkWidgetClass  *widget_class);
void _eqp_window_class_init_fold    (GtkWidgetClass  *widget_class);
void _eqp_window_fold_header        (EqpWindow       *self);
void _eqp_window_update_actions     (EqpWindow       *self);
void _eqp_window_give               (EqpWindow       *self,
                                     EqpGivenKind     kind,
                                     const char      *path);
void _eqp_window_give_action        (GtkWidget       *widget,
                                     const char      *name,
                                     GVariant        *parameter);
void _eqp_window_withdraw_action    (GtkWidget       *widget,
                                     const char      *name,
                                     GVariant        *parameter);
void _eqp_window_init_session       (EqpWindow       *self);
void _eqp_window_end_session        (EqpWindow       *self);
void _eqp_window_update_title       (EqpWindow       *self);
gboolean _eqp_window_open_workspace (EqpWindow       *self,
                                     const char      *data);
void _eqp_window_tell_saved         (EqpWindow       *window,
                                     const char      *path,
                                     const GError    *error);
void _eqp_window_save_workspace_action (GtkWidget    *widget,
                                     const char      *name,
                                     GVariant        *parameter);
void _eqp_window_restore_last_action (GtkWidget      *widget,
                                     const char      *name,
                                     GVariant        *parameter);
void _eqp_window_recover_action     (GtkWidget       *widget,
                                     const char      *name,
                                     GVariant        *parameter);
void _eqp_window_discard_recovered_action (GtkWidget *widget,
                                     const char      *name,
                                     GVariant        *parameter);
void _eqp_window_init_hurt          (EqpWindow       *self);
void _eqp_window_init_import        (EqpWindow       *self);
void _eqp_window_import             (EqpWindow       *self);
void _eqp_window_import_refused     (EqpWindow       *self);
void _eqp_window_init_dnd           (EqpWindow       *self);
void _eqp_window_init_sources       (EqpWindow       *self);
void _eqp_window_update_recent      (EqpWindow       *self);
void _eqp_window_source_activated   (EqpWindow       *self,
                                     GtkListBoxRow   *row);
void _eqp_window_note_recent        (EqpWindow       *self,
                                     const char      *data);
void _eqp_window_show_error         (EqpWindow       *self,
                                     const char      *message);
char *_eqp_window_describe_data     (EqpDataset      *dataset,
                                     gboolean         with_classes) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
