/**
 * Where a text stops being JSON, and what should stand there. Browsers say it each in other words,
 * and some of them without the place. Pure.
 */
type JsonExpectation =
  | 'value'
  /** Or the end of the list. */
  | 'item'
  | 'name'
  /** Or the end of the object. */
  | 'field'
  | 'colon'
  /** Or the end of the list. */
  | 'nextItem'
  /** Or the end of the object. */
  | 'nextField'
  | 'nothing';

export interface JsonFault {
  readonly offset: number;
  readonly expected: JsonExpectation;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

const space = /[ \t\r\n]*/y;
const text = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\\u0000-\u001f]*)*"/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

const lengthAt = (pattern: RegExp, source: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0].length ?? 0;
};

const isJson = (source: string): boolean => {
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
};

/** What follows a whole value. */
const afterValue = (around: string | undefined): JsonExpectation =>
  around === '{' ? 'nextField' : around === '[' ? 'nextItem' : 'nothing';

/** Null: the character may not stand here. */
function afterMark(
  mark: string,
  expected: JsonExpectation,
  open: string[],
): JsonExpectation | null {
  const isValue = expected === 'value' || expected === 'item';
  if (isValue && (mark === '{' || mark === '[')) {
    open.push(mark);
    return mark === '{' ? 'field' : 'item';
  }
  const ends =
    mark === '}'
      ? expected === 'field' || expected === 'nextField'
      : mark === ']' && (expected === 'item' || expected === 'nextItem');
  if (ends) {
    open.pop();
    return afterValue(open.at(-1));
  }
  if (mark === ':' && expected === 'colon') return 'value';
  if (mark !== ',') return null;
  return expected === 'nextItem' ? 'value' : expected === 'nextField' ? 'name' : null;
}

function placed(source: string, offset: number, expected: JsonExpectation): JsonFault {
  const before = source.slice(0, offset).split('\n');
  return { offset, expected, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Null: it is JSON. */
export function jsonFault(source: string): JsonFault | null {
  if (isJson(source)) return null;
  const open: string[] = [];
  let expected: JsonExpectation = 'value';
  let at = 0;
  for (;;) {
    at += lengthAt(space, source, at);
    const isName: boolean = expected === 'name' || expected === 'field';
    const isValue: boolean = expected === 'value' || expected === 'item';
    const length: number =
      isName || isValue
        ? lengthAt(text, source, at) || (isValue ? lengthAt(scalar, source, at) : 0)
        : 0;
    const next: JsonExpectation | null =
      length > 0
        ? isName
          ? 'colon'
          : afterValue(open.at(-1))
        : afterMark(source.charAt(at), expected, open);
    if (next === null) return placed(source, at, expected);
    at += length || 1;
    expected = next;
  }
}
