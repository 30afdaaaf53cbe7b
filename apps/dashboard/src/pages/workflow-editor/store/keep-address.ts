/**
 * Keeps the chosen block in the address, and chooses what the address names when a person goes
 * back, forward or by a link. The last block that was mirrored tells the two directions apart.
 */
import type { EditorSearch } from '../model/editor-search.js';
import { type EditorStore, select } from './editor-store.js';

export interface Address {
  /** Null: another page is open by now. */
  read(): EditorSearch | null;
  change(changes: Partial<EditorSearch>): void;
  subscribe(moved: () => void): () => void;
}

/** Arrow keys walk over many blocks; the browser takes a hundred addresses in half a minute. */
const settledMs = 200;

const has = (store: EditorStore, block: string): boolean =>
  store.getState().log.document.outline.indexes.has(block);

/** Nothing is chosen where the block is gone. */
export const chooseNamed = (store: EditorStore, block: string): void =>
  select(store, block !== '' && has(store, block) ? [block] : []);

/** @returns stops keeping */
export function keepAddress(store: EditorStore, address: Address): () => void {
  let mirrored = address.read()?.block ?? '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mirror = (): void => {
    const block = store.getState().selected.at(-1) ?? '';
    if (block === mirrored || address.read() === null) return;
    mirrored = block;
    address.change({ block });
  };
  const unwatch = store.subscribe(({ selected }, before) => {
    if (selected === before.selected) return;
    clearTimeout(timer);
    // A panel that opens or closes is a step of the history: it is made before the next press.
    const isWalk = selected.length > 0 && mirrored !== '';
    timer = setTimeout(mirror, isWalk ? settledMs : 0);
  });
  const unsubscribe = address.subscribe(() => {
    const block = address.read()?.block ?? mirrored;
    if (block === mirrored) return;
    mirrored = block;
    chooseNamed(store, block);
  });
  return () => {
    clearTimeout(timer);
    unwatch();
    unsubscribe();
  };
}
