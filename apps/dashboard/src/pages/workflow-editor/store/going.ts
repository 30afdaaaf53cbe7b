/** Where the keyboard's focus goes next. A key asks for it; `use-focus-places` moves it. */
import type { Path } from '../../../core/edit/text/json-value.js';
import type { EditorStore } from './editor-store.js';

export type Going =
  /** From something that is gone. */
  | { readonly to: 'canvas' }
  /** What stands beside the canvas: webhooks, a deployment. */
  | { readonly to: 'side' }
  /** The first control of the chosen block's settings. */
  | { readonly to: 'panel' }
  | { readonly to: 'name' }
  /** From the block's configuration; the innermost field that is shown. */
  | { readonly to: 'field'; readonly path: Path };

export const goTo = (store: EditorStore, block: string | null, going: Going): void =>
  store.setState({ going, ...(block !== null && { selected: [block] }) });
