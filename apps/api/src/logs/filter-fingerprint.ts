/** Binds a cursor or a position to the filters it was given out for. */
import { hash } from 'node:crypto';

/** How a page is cut, how much of each row is shown and where it begins may change from page to page; the rest may not. */
const notBound = new Set<string>([
  'cursor',
  'after',
  'wait',
  'limit',
  'details',
  'includeTraceSpans',
  'includeFinalOutput',
]);

/**
 * A page reads one cursor and gives out the next, for the same parameters. Only the last ones are known: a WeakMap would keep those of every request until
 * all of the heap is collected.
 */
let last: { readonly parameters: object; readonly fingerprint: string } | null = null;

export function fingerprintOf(parameters: Readonly<Record<string, unknown>>): string {
  if (last?.parameters !== parameters) last = { parameters, fingerprint: computed(parameters) };
  return last.fingerprint;
}

function computed(parameters: Readonly<Record<string, unknown>>): string {
  const bound = Object.entries(parameters)
    .filter(([name, value]) => !notBound.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(bound), 'base64url').slice(0, 16);
}
