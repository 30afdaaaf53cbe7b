import { methodsOf } from '../model/trigger-methods.js';
import { useDrawn } from '../use-drawn.js';

/** As the draft's trigger has them; null: it is no webhook. */
export const useTriggerMethods = (): readonly string[] | null =>
  methodsOf(useDrawn()?.definition.blocks ?? []);
