/**
 * How a process collects its garbage. V8 keeps a heap that allocates little small: it may grow by a tenth, or 8 MB, before all of it is marked
 * again, as long as that takes no more than 3 % of the time. For an api of 55 MB that answers a thousand pages of logs a second it was once a second, 35 ms
 * each: one request in a hundred took twice to ten times as long as the others.
 */
import { setFlagsFromString } from 'node:v8';

/** May grow to twice of what lives in it: tens of megabytes for an api, which is paid in memory only. For processes whose callers wait. */
export function collectSeldom(): void {
  setFlagsFromString('--heap-growing-percent=100');
}
