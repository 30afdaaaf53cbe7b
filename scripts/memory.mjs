/**
 * The memory limits of the five apps in one process. By default V8 derives its limit from the
 * machine (4 GB here) and collects late: 540 MB resident at 50 callers for 72 MB of live objects,
 * 411 MB with this limit. It leaves room for 5 MB outputs in every slot. Smaller young generations
 * save more but cost a tenth to a fifth of the rate. A limit in NODE_OPTIONS takes precedence.
 */
export const heapFlags = process.env.NODE_OPTIONS?.includes('--max-old-space-size')
  ? []
  : ['--max-old-space-size=1536'];

/**
 * glibc gives each thread an arena and rarely returns its memory. Two arenas in total take 435 MB
 * instead of 461 to 466 at the same rate.
 */
export const memoryEnvironment = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' };
