import { useMedia } from './use-media.js';

/** Whether the window is as narrow as a phone. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 720px)');
