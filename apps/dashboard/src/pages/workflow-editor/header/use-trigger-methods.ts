import { methodsOf } from '../model/trigger-methods.js';
import { useFromDraft } from '../use-drawn.js';

/** As the draft's trigger has them; null: it is no webhook. */
export const useTriggerMethods = (): readonly string[] | null =>
  useFromDraft((draft) => methodsOf(draft?.blocks ?? []));
