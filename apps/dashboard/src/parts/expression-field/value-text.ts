/** Values and where they are from, in words. */
import type { Source } from '../../core/completion/candidates.js';
import type { ValueLook } from '../../core/completion/value-look.js';
import { pastText } from '../../core/format/format.js';
import { expressionText as words } from '../../text/expression.js';

export const agoText = (atMs: number, nowMs: number): string =>
  pastText(new Date(atMs).toISOString(), nowMs);

export function valueText({ text, count, type }: ValueLook): string {
  if (text !== null) return text;
  return type === 'list' ? words.items(count ?? 0) : words.fields(count ?? 0);
}

export const sourceText = (source: Source, nowMs: number): string =>
  source.kind === 'declared' ? words.declared : words.lastRun(agoText(source.atMs, nowMs));
