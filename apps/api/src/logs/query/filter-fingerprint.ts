/** Binds a cursor or a ledger position to the filters it was issued for. */
import { hash } from 'node:crypto';

/** Page size, shown detail and starting point may change between pages; all else may not. */
const notBound = new Set<string>([
  'cursor',
  'after',
  'wait',
  'limit',
  'details',
  'includeTraceSpans',
  'includeFinalOutput',
  'includeDeliveries',
]);

/**
 * One page decodes a cursor and encodes the next one for the same parameters. Only the last result
 * is kept: a WeakMap would hold every request's entry until a full heap collection.
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
