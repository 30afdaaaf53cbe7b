/** Panels that are loaded when they are first opened. */
import { lazyPart } from '../../../parts/lazy/lazy-part.js';

export const SettingsSide = lazyPart(async () => (await import('./settings-side.js')).SettingsSide);
export const JsonSide = lazyPart(async () => (await import('./json/json-side.js')).JsonSide);
