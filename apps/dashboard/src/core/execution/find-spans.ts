/** Which spans a text finds: by block, type, port, iteration or error. */
import type { Span } from './execution-ledger.js';

export interface SpanFilter {
  readonly text: string;
  readonly errorsOnly: boolean;
  /** Spans that hold the text in their input or output, where the server looked. */
  readonly holding?: ReadonlySet<string>;
}

export const isFiltering = ({ text, errorsOnly }: SpanFilter): boolean =>
  text.trim() !== '' || errorsOnly;

export function matcherOf({
  text,
  errorsOnly,
  holding,
}: SpanFilter): (span: Span, name: string) => boolean {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return (span, name) => {
    if (errorsOnly && span.error === null) return false;
    if (words.length === 0 || holding?.has(span.id) === true) return true;
    const { blockId, blockType, iteration, ports, error, failedTries } = span;
    const errors = [error, ...failedTries].map((one) =>
      one === null ? '' : `${one.code} ${one.message}`,
    );
    const all = [name, blockId, blockType, iteration, ...ports, ...errors].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  };
}
