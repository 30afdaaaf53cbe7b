/** What the editor shows, in its address. */
import { id, search } from '../../../core/search/search.js';

export const editorSearch = search({
  /** The execution whose outcomes are on the canvas; null: none was chosen. */
  run: id(),
});
