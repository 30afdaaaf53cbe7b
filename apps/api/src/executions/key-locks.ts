/**
 * Lets one call of this process at a time look up an idempotency key and append its request.
 * Otherwise many calls with one new key would each append the request, for the token of one.
 */
export class KeyLocks {
  readonly #held = new Map<string, Promise<void>>();

  /**
   * Waits for the present holder, once: if its append fails, the others must not wait one after the
   * other for theirs.
   * @param name of the key
   * @returns a function that releases the key; further calls of it do nothing
   */
  async take(name: string): Promise<() => void> {
    const holder = this.#held.get(name);
    if (holder !== undefined) await holder;
    let resolve = (): void => undefined;
    const held = new Promise<void>((release) => {
      resolve = release;
    });
    this.#held.set(name, held);
    return () => {
      if (this.#held.get(name) === held) this.#held.delete(name);
      resolve();
    };
  }
}
