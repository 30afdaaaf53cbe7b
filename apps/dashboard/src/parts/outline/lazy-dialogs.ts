/** The dialogs of the outline, whose code comes when one is first opened. */
import { lazyPart } from '../lazy/lazy-part.js';

export const ChooseDialog = lazyPart(
  async () => (await import('./outline-dialogs.js')).ChooseDialog,
);

export const RenameDialog = lazyPart(
  async () => (await import('./outline-dialogs.js')).RenameDialog,
);
