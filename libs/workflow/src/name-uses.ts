/** Names of a workspace that templates use: `{{NAME}}` is a secret, `<env.NAME>` a variable. */
import { placeAt, type TextPlace } from './code-text.js';

/** The names that a secret or a variable of a workspace can have. */
export const workspaceName = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

export interface NameUse {
  readonly name: string;
  /** Path of the field, relative to the block's configuration: `.headers[0].value`. */
  readonly path: string;
  /** Position in the field's text. Computed only when asked for: it reads all of the text. */
  readonly place: () => TextPlace;
}

/** Each name with its first place in each field. */
export class NameUses implements Iterable<NameUse> {
  readonly #uses = new Map<string, NameUse>();

  add(name: string, path: string, source: string, offset: number): void {
    const key = `${name} ${path}`;
    if (!this.#uses.has(key))
      this.#uses.set(key, { name, path, place: () => placeAt(source, offset) });
  }

  [Symbol.iterator](): Iterator<NameUse> {
    return this.#uses.values();
  }
}
