/** Reads a JSON text into a `JsonTree`. One pass, without recursion: depth costs no stack. */
import { type Columns, emptyColumns, type JsonTree, kinds } from './json-tree.js';

const kindIndex = (kind: (typeof kinds)[number]): number => kinds.indexOf(kind);
const [objectKind, arrayKind, stringKind] = [
  kindIndex('object'),
  kindIndex('array'),
  kindIndex('string'),
];
const [numberKind, constantKind] = [kindIndex('number'), kindIndex('constant')];

const string = /"(?:[^"\\\n\r]|\\.)*"/y;
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const constant = /true|false|null/y;
const space = /[ \t\n\r]*/y;
/** The beginning of a value whose end is missing. */
const beginning = /(?:"(?:[^"\\\n\r]|\\.)*\\?|-|\.|[eE][+-]?|t|tr|tru|f|fa|fal|fals|n|nu|nul)?$/y;

class Reader {
  columns: Columns = emptyColumns(64);
  count = 0;
  at = 0;
  /** Names of the field that comes next; -1 in arrays. */
  keyStart = -1;
  keyEnd = -1;
  /** Objects and arrays that are open, innermost last. */
  readonly open: number[] = [];

  constructor(readonly text: string) {}

  skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  peek(): string | undefined {
    this.skip(space);
    return this.text[this.at];
  }

  add(kind: number, start: number, end: number): number {
    const { columns } = this;
    if (this.count === columns.kinds.length) this.columns = grown(columns);
    const node = this.count;
    const parent = this.open.at(-1) ?? -1;
    const to = this.columns;
    to.kinds[node] = kind;
    to.parents[node] = parent;
    to.depths[node] = this.open.length;
    to.keyStarts[node] = this.keyStart;
    to.keyEnds[node] = this.keyEnd;
    to.starts[node] = start;
    to.ends[node] = end;
    to.nexts[node] = node + 1;
    if (parent >= 0) {
      const place = to.sizes[parent] ?? 0;
      to.places[node] = place;
      to.sizes[parent] = place + 1;
    }
    this.keyStart = -1;
    this.keyEnd = -1;
    this.count += 1;
    return node;
  }

  close(): void {
    const node = this.open.pop();
    if (node === undefined) return;
    this.columns.ends[node] = this.at;
    this.columns.nexts[node] = this.count;
  }

  /** @returns whether the text goes on being JSON */
  value(): boolean {
    const first = this.peek();
    const start = this.at;
    if (first === '{' || first === '[') {
      this.at += 1;
      this.open.push(this.add(first === '{' ? objectKind : arrayKind, start, start));
      return true;
    }
    const pattern = first === '"' ? string : first === undefined ? null : scalarOf(first);
    if (pattern === null || !this.skip(pattern)) return false;
    const kind = pattern === string ? stringKind : pattern === number ? numberKind : constantKind;
    this.add(kind, start, this.at);
    return true;
  }

  key(): boolean {
    if (this.peek() !== '"') return false;
    const start = this.at;
    if (!this.skip(string)) return false;
    const end = this.at;
    if (this.peek() !== ':') return false;
    this.at += 1;
    this.keyStart = start;
    this.keyEnd = end;
    return true;
  }

  /** What follows in the innermost object or array: another value, or its end. */
  next(): boolean {
    const holder = this.open.at(-1) ?? 0;
    const isObject = this.columns.kinds[holder] === objectKind;
    const end = isObject ? '}' : ']';
    const found = this.peek();
    if (found === end) {
      this.at += 1;
      this.close();
      return true;
    }
    if ((this.columns.sizes[holder] ?? 0) > 0) {
      if (found !== ',') return false;
      this.at += 1;
    }
    return (!isObject || this.key()) && this.value();
  }
}

const scalarOf = (first: string): RegExp => (first === '-' || isDigit(first) ? number : constant);
const isDigit = (first: string): boolean => first >= '0' && first <= '9';

function grown(columns: Columns): Columns {
  const larger = emptyColumns(columns.kinds.length * 2);
  for (const name of Object.keys(columns) as (keyof Columns)[]) larger[name].set(columns[name]);
  return larger;
}

export function parseJsonTree(text: string): JsonTree {
  const reader = new Reader(text);
  let isJson = reader.value();
  while (isJson && reader.open.length > 0) isJson = reader.next();
  const isWhole = isJson && reader.peek() === undefined;
  const brokenAt = isWhole ? null : reader.at;
  // What is still open ends where the reading ended.
  while (reader.open.length > 0) reader.close();
  const isCut = brokenAt !== null && reader.count > 0 && reader.skip(beginning);
  return { ...reader.columns, count: reader.count, brokenAt, isCut };
}

/** The buffers of a tree, for passing it on without a copy. */
export const buffersOf = (tree: JsonTree): ArrayBuffer[] =>
  Object.values(tree)
    .filter((column) => ArrayBuffer.isView(column))
    .map(({ buffer }) => buffer as ArrayBuffer);
