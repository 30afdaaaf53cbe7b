/**
 * The ids that were added last, in memory that is allocated once. A Set would need a string and an
 * entry for each, and would grow until it is full, which looks like a leak. Ids are kept as 128
 * bits of their SHA-1, so a collision is not to be expected.
 */
import { hash } from 'node:crypto';

const wordsPerId = 4;
/** Keeps searches short: a table is at most two thirds full. */
const slotsPerId = 1.5;

export class RecentIds {
  readonly #capacity: number;
  readonly #slots: number;
  #young: Uint32Array;
  #old: Uint32Array;
  #youngCount = 0;

  /** @param capacity this many of the last ids are known, and up to as many before them */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#slots = Math.ceil(capacity * slotsPerId);
    this.#young = new Uint32Array(this.#slots * wordsPerId);
    this.#old = new Uint32Array(this.#slots * wordsPerId);
  }

  has(id: string): boolean {
    const words = wordsOf(id);
    return this.#isAt(this.#young, words) || this.#isAt(this.#old, words);
  }

  add(id: string): void {
    const words = wordsOf(id);
    if (this.#isAt(this.#young, words)) return;
    if (this.#youngCount === this.#capacity) {
      [this.#young, this.#old] = [this.#old, this.#young];
      this.#young.fill(0);
      this.#youngCount = 0;
    }
    this.#young.set(words, this.#indexOf(this.#young, words));
    this.#youngCount += 1;
  }

  #isAt(table: Uint32Array, words: Uint32Array): boolean {
    const index = this.#indexOf(table, words);
    return words.every((word, n) => table[index + n] === word);
  }

  /** Index of the id, or of the free slot where it belongs: open addressing, linear probing. */
  #indexOf(table: Uint32Array, words: Uint32Array): number {
    for (let slot = (words[0] ?? 0) % this.#slots; ; slot = (slot + 1) % this.#slots) {
      const index = slot * wordsPerId;
      const isFree = words.every((_, n) => table[index + n] === 0);
      if (isFree || words.every((word, n) => table[index + n] === word)) return index;
    }
  }
}

function wordsOf(id: string): Uint32Array {
  const digest = hash('sha1', id, 'buffer');
  return Uint32Array.from({ length: wordsPerId }, (_, n) => digest.readUInt32LE(4 * n));
}
