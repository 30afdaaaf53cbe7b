/** CodeMirror, known to the page, so that it can be loaded before the first focus. */
import { chunkOf } from '../lazy/chunk.js';
import type { openEditor } from './open-editor.js';

export const editorChunk = chunkOf<typeof openEditor>(() =>
  import('./open-editor.js').then((module) => module.openEditor),
);
