/** A binary min-heap by due time. Pure. */
export interface Due {
  readonly dueAt: number;
}

export class DueHeap<T extends Due> {
  #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let index = items.push(item) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = items[parent];
      if (above === undefined || above.dueAt <= item.dueAt) break;
      items[index] = above;
      index = parent;
    }
    items[index] = item;
  }

  pop(): T | undefined {
    const top = this.#items[0];
    const last = this.#items.pop();
    if (top !== undefined && last !== undefined && this.#items.length > 0) this.#sink(last);
    return top;
  }

  /** Drops items that do not satisfy the condition. */
  retain(keep: (item: T) => boolean): void {
    const kept = this.#items.filter(keep);
    this.#items = [];
    for (const item of kept) this.push(item);
  }

  #sink(item: T): void {
    const items = this.#items;
    let index = 0;
    for (;;) {
      const left = items[2 * index + 1];
      const right = items[2 * index + 2];
      const rightIsLess = left !== undefined && right !== undefined && right.dueAt < left.dueAt;
      const child = rightIsLess ? right : left;
      if (child === undefined || child.dueAt >= item.dueAt) break;
      items[index] = child;
      index = 2 * index + (rightIsLess ? 2 : 1);
    }
    items[index] = item;
  }
}
