import type { EditorStore } from './editor-store.js';
import type { Going } from './going.js';

/** Asks for the keyboard's focus; `use-focus-places` moves it. */
export const goTo = (store: EditorStore, block: string | null, going: Going): void =>
  store.setState({ going, ...(block !== null && { selected: [block] }) });
