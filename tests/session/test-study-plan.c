/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of studies: whose results may stand together, and what all methods of one are given. */
#include "config.h"

#include "eqp-json-read.h"
#include "eqp-study.h"

#include <string.h>

#include "eqp-truth.h"

static EqpStudyPlan *
plan_new (EqpDataset *dataset)
{
  EqpParams params = eqp_params_default ();
  EqpStudyPlan *plan;

  params.k = 3;
  plan = eqp_study_plan_new ("sample:iris", dataset, &params);
  eqp_study_plan_add_group (plan, eqp_solver_find ("kmeans"), 1.0, TRUE, NULL);
  eqp_study_plan_add_group (plan, eqp_solver_find ("bkm"), 0.25, FALSE, NULL);
  eqp_study_plan_add_setting (plan, "normalise", "none");
  plan->trials = 2;
  return plan;
}

static void
assert_same (const EqpStudyPlan *self, const EqpStudyPlan *other, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (eqp_study_plan_check_same (self, other, "f", &error), ==, part == NULL);
  if (part != NULL && strstr (error->message, part) == NULL)
    g_error ("“%s” does not say “%s”", error->message, part);
}

/* What has to be the same, whichever of two plans has it; and what may be another. */
static void
test_settings (void)
{
  g_autoptr (EqpDataset) dataset = eqp_sample_load ("iris", NULL, NULL);
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset), more = plan_new (dataset), other = plan_new (dataset);
  g_autoptr (EqpStudyPlan) few = eqp_study_plan_copy (plan);

  assert_same (plan, plan, NULL);
  g_array_set_size (few->groups, 1);
  few->seed = 7;
  assert_same (plan, few, NULL);
  assert_same (few, plan, NULL);
  eqp_study_plan_add_setting (more, "starts", "2");
  eqp_study_plan_add_setting (other, "starts", "3");
  assert_same (plan, more, "The results in “f” were made with starts: 2, not the usual value;");
  assert_same (more, plan, "made with starts: the usual value, not 2;");
  assert_same (more, other, "made with starts: 3, not 2;");
  assert_same (other, more, "made with starts: 2, not 3;");
  assert_same (more, more, NULL);
}

/* Pairs of rows go to the methods that take them, centers to none, and results with other pairs stand elsewhere. */
static void
test_given (void)
{
  static const char *const pairs[] = { "1,2\n5,9\n", "1,2\n5,8\n", "5,9\n1,3\n" };
  g_autoptr (EqpDataset) dataset = eqp_sample_load ("iris", NULL, NULL);
  const EqpSolver *kmeans = eqp_solver_find ("kmeans"), *ncut = eqp_solver_find ("ncut");
  EqpStudyPlan *plans[3];
  g_autofree char *folder = eqp_test_folder (), *centers = g_build_filename (folder, "centers.csv", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (centers, "1,2,3,4\n5,3,4,1\n6,3,5,2\n", -1, NULL));
  for (int i = 0; i < 3; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/pairs-%d.csv", folder, i);
      EqpGivenSources sources = { { NULL } };
      g_autoptr (EqpGiven) given = NULL;
      EqpParams params = eqp_params_default ();

      g_assert_true (g_file_set_contents (path, pairs[i], -1, NULL));
      sources.from[i == 1 ? EQP_GIVEN_CANNOT_LINKS : EQP_GIVEN_MUST_LINKS] = g_intern_string (path);
      sources.from[EQP_GIVEN_CENTERS] = g_intern_string (centers);
      given = eqp_given_read (&sources, kmeans, "sample:iris", NULL, dataset, dataset, 3, NULL, &error);
      g_assert_no_error (error);
      g_assert_nonnull (given->centers);
      plans[i] = plan_new (dataset);
      eqp_study_plan_set_given (plans[i], given);
      eqp_study_plan_apply_given (plans[i], kmeans, &params);
      g_assert_true (params.must_links == given->must_links && params.n_must_links == given->n_must_links);
      g_assert_true (params.cannot_links == given->cannot_links && params.n_cannot_links == given->n_cannot_links);
      g_assert_cmpint (params.n_must_links + params.n_cannot_links, ==, 2);
      g_assert_null (params.initial_centers);
      eqp_study_plan_apply_given (plans[i], ncut, &params);
      g_assert_cmpint (params.n_must_links + params.n_cannot_links, ==, 0);
      g_assert_true (eqp_study_plan_check_given (plans[i], kmeans, &error));
      g_assert_false (eqp_study_plan_check_given (plans[i], ncut, &error));
      g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
      g_clear_error (&error);
    }
  assert_same (plans[0], plans[1], "made with weights-and-pairs: ");
  {
    g_autoptr (EqpStudyPlan) none = plan_new (dataset), copy = eqp_study_plan_copy (plans[0]);

    assert_same (plans[0], none, "not ");
    assert_same (none, plans[0], "not the usual value");
    assert_same (plans[0], copy, NULL);
    g_assert_true (copy->given == plans[0]->given);
    g_assert_true (eqp_study_plan_check_given (none, ncut, NULL));
  }
  for (int i = 0; i < 3; i++)
    eqp_study_plan_free (plans[i]);
  eqp_test_remove (folder);
}

/* What a plan is to a file it is from it; and whatever does not fit is refused, not taken in part. */
static void
test_damage (void)
{
  static const char *const damages[][2] = {
    { "\"event\":\"study\"", "\"event\":\"studies\"" }, { "\"format\":1", "\"format\":2" },
    { "\"data\":\"sample:iris\"", "\"data\":7" },        { "\"data_hash\":\"", "\"data_has\":\"" },
    { "\"n\":150", "\"n\":0" },                          { "\"d\":4", "\"d\":-1" },
    { "\"seed\":1", "\"seed\":-1" },                     { "\"trials\":2", "\"trials\":0" },
    { "\"trials\":2", "\"trials\":1500000000" },         { "\"normalise\":\"none\"", "\"normalise\":3" },
    { "\"method\":\"kmeans\"", "\"method\":9" }, { "\"--k\"", "3" },
  };
  g_autoptr (EqpDataset) dataset = eqp_sample_load ("iris", NULL, NULL);
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset), back = NULL;
  static const char *const words[] = { "compare", "--k", "3", NULL };
  g_autofree char *text = NULL;
  g_autofree char *again = NULL;
  g_autoptr (EqpJson) json = NULL;
  g_autoptr (GError) error = NULL;

  eqp_study_plan_set_arguments (plan, words);
  text = eqp_study_plan_to_json (plan, 0, 0);
  json = eqp_json_parse (text, strlen (text));
  back = eqp_study_plan_from_json (json, &error);
  g_assert_no_error (error);
  again = eqp_study_plan_to_json (back, 0, 0);
  g_assert_cmpstr (again, ==, text);
  assert_same (plan, back, NULL);
  g_assert_cmpint (back->n, ==, 150);
  g_assert_cmpint (back->d, ==, 4);
  g_assert_cmpint (back->n_classes, ==, 3);
  g_assert_cmpint (back->trials, ==, 2);
  g_assert_cmpuint (g_strv_length (back->arguments), ==, 3);
  for (gsize i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autoptr (GString) damaged = g_string_new (text);
      g_autoptr (EqpJson) other = NULL;
      g_autoptr (GError) cause = NULL;

      if (g_string_replace (damaged, damages[i][0], damages[i][1], 1) != 1)
        g_error ("no %s in %s", damages[i][0], text);
      other = eqp_json_parse (damaged->str, damaged->len);
      g_assert_nonnull (other);
      if (eqp_study_plan_from_json (other, &cause) != NULL)
        g_error ("taken: %s", damages[i][1]);
      g_assert_error (cause, EQP_ERROR, EQP_ERROR_PARSE);
    }
}

/* A method that this version does not have, as a file of a later one may name it, is refused before anything runs. */
static void
test_unknown_method (void)
{
  g_autoptr (EqpDataset) dataset = eqp_sample_load ("iris", NULL, NULL);
  g_autoptr (EqpStudyPlan) plan = plan_new (dataset);
  EqpStudyGroup *group = &g_array_index (plan->groups, EqpStudyGroup, 1);
  g_autoptr (EqpStudy) study = NULL;
  g_autoptr (GError) error = NULL;

  g_free (group->method);
  group->method = g_strdup ("later");
  study = eqp_study_new (plan, dataset);
  g_assert_false (eqp_study_check (study, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
  g_assert_nonnull (strstr (error->message, "no method “later”"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/study-plan/settings", test_settings);
  g_test_add_func ("/session/study-plan/given", test_given);
  g_test_add_func ("/session/study-plan/damage", test_damage);
  g_test_add_func ("/session/study-plan/unknown-method", test_unknown_method);
  return g_test_run ();
}
