import { lazyPart } from '../../../parts/lazy/lazy-part.js';

export const PinEditor = lazyPart(async () => (await import('./pin-editor.js')).PinEditor);
