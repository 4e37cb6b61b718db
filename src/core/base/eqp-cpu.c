/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells which of the compiled inner loops this processor runs. */
#include "config.h"

#include "eqp-cpu.h"

/**
 * eqp_cpu_get:
 *
 * Returns: the most able kind this processor is of; EQUIPOISE_ISA=generic|avx2|avx512|vnni in the environment asks
 *   for another that it can run, for tests that compare them
 */
EqpCpu
eqp_cpu_get (void)
{
#ifdef HAVE_X86_KERNELS
  const char *wish = g_getenv ("EQUIPOISE_ISA");
  gboolean avx2 = __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma");
  gboolean avx512 = avx2 && __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq") &&
                    __builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512vl");

  if (avx512 && (wish == NULL || g_str_equal (wish, "avx512") || g_str_equal (wish, "vnni")))
    return EQP_CPU_AVX512;
  if (avx2 && (wish == NULL || !g_str_equal (wish, "generic")))
    return EQP_CPU_AVX2;
#endif

  return EQP_CPU_GENERIC;
}

/**
 * eqp_cpu_has_vnni:
 *
 * Returns: whether this processor of kind %EQP_CPU_AVX512 also multiplies and adds 16-bit integers in one instruction;
 *   %FALSE where EQUIPOISE_ISA asks for less
 */
gboolean
eqp_cpu_has_vnni (void)
{
#ifdef HAVE_X86_KERNELS
  const char *wish = g_getenv ("EQUIPOISE_ISA");

  return eqp_cpu_get () == EQP_CPU_AVX512 && __builtin_cpu_supports ("avx512vnni") &&
         (wish == NULL || g_str_equal (wish, "vnni"));
#else
  return FALSE;
#endif
}
