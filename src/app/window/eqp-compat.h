/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* One entry of a file dialog's list of file types. */
typedef struct
{
  const char *name;
  const char *patterns; /* "*.csv;*.tsv" */
} EqpFileType;

void     eqp_open_file_async    (GtkWindow            *parent,
                                 const char           *title,
                                 const EqpFileType    *types,
                                 gsize                 n_types,
                                 GAsyncReadyCallback   callback,
                                 gpointer              user_data);
void     eqp_open_folder_async  (GtkWindow            *parent,
                                 const char           *title,
                                 GAsyncReadyCallback   callback,
                                 gpointer              user_data);
GFile   *eqp_open_file_finish   (GAsyncResult         *result,
                                 GError              **error);
void     eqp_save_file_async    (GtkWindow            *parent,
                                 const char           *title,
                                 const char           *name,
                                 const EqpFileType    *types,
                                 gsize                 n_types,
                                 GAsyncReadyCallback   callback,
                                 gpointer              user_data);
GFile   *eqp_save_file_finish   (GAsyncResult         *result,
                                 GError              **error);
void     eqp_show_about         (GtkWindow            *parent);

G_END_DECLS
