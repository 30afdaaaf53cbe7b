/** Where the keyboard's focus goes next. A key asks for it by `goTo`. */
import type { Path } from '../../../core/edit/text/json-value.js';

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
