/** Finds keys of a JSON body that would poison a prototype when copied, and where they occur. */

export interface ForbiddenKey {
  readonly key: '__proto__' | 'constructor.prototype';
  /** Path of the object that has it: `body.items[2]`. */
  readonly place: string;
}

/** Longer paths lose their beginning. */
const maxPlaceLength = 200;

/** A list or object on the way to the value that is looked at. */
class Frame {
  readonly #names: readonly string[] | null;
  readonly #length: number;
  #at = -1;

  constructor(private readonly value: object) {
    this.#names = Array.isArray(value) ? null : Object.keys(value);
    this.#length = this.#names?.length ?? (value as readonly unknown[]).length;
  }

  /** The next list or object in it, or null. */
  next(): object | null {
    for (this.#at += 1; this.#at < this.#length; this.#at += 1) {
      const inner = (this.value as Record<string | number, unknown>)[
        this.#names?.[this.#at] ?? this.#at
      ];
      if (typeof inner === 'object' && inner !== null) return inner;
    }
    return null;
  }

  get place(): string {
    return this.#names === null ? `[${this.#at}]` : `.${this.#names[this.#at]}`;
  }
}

function placeOf(path: readonly Frame[]): string {
  const parts: string[] = [];
  let length = 0;
  for (const { place } of path.toReversed()) {
    length += place.length;
    if (length > maxPlaceLength) return `…${parts.reverse().join('')}`;
    parts.push(place);
  }
  return `body${parts.reverse().join('')}`;
}

function forbiddenIn(value: object): ForbiddenKey['key'] | null {
  if (Object.hasOwn(value, '__proto__')) return '__proto__';
  const held: unknown = Object.hasOwn(value, 'constructor')
    ? (value as Record<string, unknown>)['constructor']
    : null;
  const isPoison = typeof held === 'object' && held !== null && Object.hasOwn(held, 'prototype');
  return isPoison ? 'constructor.prototype' : null;
}

/** The first one in reading order. Not recursive: a body may be nested to any depth. */
export function findForbiddenKey(body: unknown): ForbiddenKey | null {
  if (typeof body !== 'object' || body === null) return null;
  const path: Frame[] = [];
  for (let value: object | null = body; value !== null;) {
    const key = forbiddenIn(value);
    if (key !== null) return { key, place: placeOf(path) };
    path.push(new Frame(value));
    value = nextOn(path);
  }
  return null;
}

/** Leaves the lists and objects that have been read to their end. */
function nextOn(path: Frame[]): object | null {
  for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
    const next = frame.next();
    if (next !== null) return next;
    path.pop();
  }
  return null;
}
