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

/** A page reads one cursor and gives out the next, for the same parameters. */
const known = new WeakMap<object, string>();

export function fingerprintOf(parameters: Readonly<Record<string, unknown>>): string {
  const fingerprint = known.get(parameters) ?? computed(parameters);
  known.set(parameters, fingerprint);
  return fingerprint;
}

function computed(parameters: Readonly<Record<string, unknown>>): string {
  const bound = Object.entries(parameters)
    .filter(([name, value]) => !notBound.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(bound), 'base64url').slice(0, 16);
}
