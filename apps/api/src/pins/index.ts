/** Pins of drafts, for runs of drafts. */
export { noPins, storedPins, type StoredPins } from './stored-pins.js';
