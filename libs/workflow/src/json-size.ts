/**
 * A lower bound of the length of a value's JSON text, without building it. Stops once it is known
 * to be too long. Pure.
 */

/** The depth up to which texts are recorded (libs/contracts, json-text). */
const maxDepth = 500;
/** Writing and reading an object or list costs several times its brackets. */
const containerWeight = 8;
/** Objects, lists, names and other values that one event-loop turn may write: some 100 ms. */
export const maxWeight = 4_000_000;

class Counter {
  #left: number;
  #weightLeft: number;

  constructor(most: number, weightLeft: number) {
    this.#left = most;
    this.#weightLeft = weightLeft;
  }

  get weightLeft(): number {
    return this.#weightLeft;
  }

  /** @returns the path inside the value at which it is too long; null when it is not */
  overflow(value: unknown, depth: number): string | null {
    if (value === null || typeof value !== 'object') return this.#take(lengthOf(value), 1);
    if (depth > maxDepth) return this.#take(2, 1);
    if (!this.#has(2, containerWeight)) return '';
    return Array.isArray(value) ? this.#inList(value, depth) : this.#inObject(value, depth);
  }

  #inList(list: readonly unknown[], depth: number): string | null {
    for (let index = 0; index < list.length; index += 1) {
      const path = this.#has(index > 0 ? 1 : 0, 0) ? this.overflow(list[index], depth + 1) : '';
      if (path !== null) return `[${index}]${path}`;
    }
    return null;
  }

  #inObject(fields: object, depth: number): string | null {
    for (const [name, field] of Object.entries(fields)) {
      if (field === undefined) continue;
      const path = this.#has(name.length + 3, 1) ? this.overflow(field, depth + 1) : '';
      if (path !== null) return `.${name.slice(0, 100)}${path}`;
    }
    return null;
  }

  #take(length: number, weight: number): string | null {
    return this.#has(length, weight) ? null : '';
  }

  #has(length: number, weight: number): boolean {
    this.#left -= length;
    this.#weightLeft -= weight;
    return this.#left >= 0 && this.#weightLeft >= 0;
  }
}

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length + 2 : typeof value === 'number' ? 1 : 4;

/**
 * The path in a value at which its JSON text exceeds `most` characters, or has too many values to
 * be written at once: `.body[3]`. Null when it has neither. Escapes are not counted.
 */
export const overflowOf = (value: unknown, most: number): string | null =>
  new Counter(most, maxWeight).overflow(value, 0);

/** The same with a weight: of one of several values that share it, or another limit. */
export function measure(
  value: unknown,
  most: number,
  weightLeft: number,
): { readonly overflow: string | null; readonly weightLeft: number } {
  const counter = new Counter(most, weightLeft);
  return { overflow: counter.overflow(value, 0), weightLeft: counter.weightLeft };
}
