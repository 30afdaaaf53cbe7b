/** Limits the bytes in use, first come, first served. An item above the budget runs alone. */
export class ByteBudget {
  #free: number;
  readonly #waiting: { readonly bytes: number; readonly begin: () => void }[] = [];

  constructor(private readonly total: number) {
    this.#free = total;
  }

  /** Runs `work` once its bytes are free and returns them however it ends. */
  async with<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    const reserved = Math.min(bytes, this.total);
    if (this.#waiting.length > 0 || reserved > this.#free)
      await new Promise<void>((begin) => this.#waiting.push({ bytes: reserved, begin }));
    else this.#free -= reserved;
    try {
      return await work();
    } finally {
      this.#free += reserved;
      this.#next();
    }
  }

  #next(): void {
    for (;;) {
      const [first] = this.#waiting;
      if (first === undefined || first.bytes > this.#free) return;
      this.#waiting.shift();
      this.#free -= first.bytes;
      first.begin();
    }
  }
}
