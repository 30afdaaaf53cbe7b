/** Finds which of a block's own secrets a result shows. Linear in the result. Pure. */
import { firstMasked, maskText } from './masking.js';
import { MaskedValues, type Steps } from './masked-values.js';

/** Most characters that one is written with in a URL or in JSON. */
const longestEscape = 9;
/** Characters that are searched to tell which of several secrets it is. */
const maxSearched = 4 * 1_024 * 1_024;

export class ShownSecrets {
  readonly #values: MaskedValues;

  /** @param byName values of the secrets that the block resolves */
  constructor(private readonly byName: ReadonlyMap<string, string>) {
    this.#values = new MaskedValues(byName.values());
  }

  /** The name of the first secret in a compact JSON text; null: it shows none. */
  *nameIn(json: string): Steps<string | null> {
    const first = yield* firstMasked(json, this.#values);
    return first === null ? null : this.#nameOf(String(JSON.parse(first)));
  }

  /** Only an author with thousands of long secrets in one block gets the wrong name. */
  #nameOf(text: string): string {
    const [range = { start: 0, end: text.length }] = this.#values.find(text);
    const end = Math.min(range.end, range.start + longestEscape * this.#values.longest);
    const shown = text.slice(range.start, end);
    let name = '';
    let searched = 0;
    for (const [one, value] of this.byName) {
      name = one;
      searched += shown.length + value.length;
      if (searched > maxSearched || maskText(shown, new Set([value])) !== shown) break;
    }
    return name;
  }
}
