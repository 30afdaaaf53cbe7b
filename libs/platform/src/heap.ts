/**
 * Tunes garbage collection. V8 keeps a heap with few allocations small: it grows by a tenth or 8 MB
 * before a full marking, while that takes at most 3 % of the time. A 55 MB api serving a thousand
 * log pages a second marked once a second, for 35 ms. One request in a hundred then took two to ten
 * times as long.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * The heap may grow to twice its live size: tens of megabytes for an api, and the only cost is
 * memory. For processes with waiting callers.
 */
export function collectSeldom(): void {
  setFlagsFromString('--heap-growing-percent=100');
}
