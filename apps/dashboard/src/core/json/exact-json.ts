/**
 * JSON whose numbers keep their digits: 2^53 + 1 stays what it is. Where the browser can't (before
 * 2025), numbers are read as usual. ECMA-262, JSON.parse source text access.
 */
interface SourceContext {
  readonly source?: string;
}
type Reviver = (this: unknown, key: string, value: unknown, context?: SourceContext) => unknown;
interface ExactJson {
  parse(text: string, reviver: Reviver): unknown;
  rawJSON?(text: string): unknown;
  isRawJSON?(value: unknown): value is { readonly rawJSON: string };
}

const exact: ExactJson = JSON;

function keepDigits(this: unknown, _key: string, value: unknown, context?: SourceContext): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  return exact.rawJSON?.(source) ?? value;
}

/** @throws SyntaxError */
export const parseExact = (text: string): unknown => exact.parse(text, keepDigits);

/** The digits of a number that a double would change. Null: it is another value. */
export const exactDigits = (value: unknown): string | null =>
  exact.isRawJSON?.(value) === true ? value.rawJSON : null;

export const indented = (value: unknown): string => JSON.stringify(value, null, 2);
