/** Puts another value in the place of one. */
import { rawOf } from '../text/json-value.js';
import { rangeOf } from '../text/outline.js';
import { isInsideOutline, locate, type Target } from '../text/target.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { ReplacePatch } from './patch.js';
import type { PatchPlan } from './plan-item.js';
import { type Refusal, refused } from './refusal.js';

/** A block's id is part of the outline. */
const isKept = (target: Target): boolean =>
  isInsideOutline(target) &&
  (target.block === null || (target.path.length > 0 && target.path[0] !== 'id'));

export function planReplace(
  document: WorkflowText,
  { target, text }: ReplacePatch,
): PatchPlan | Refusal {
  const located = locate(document, target);
  if (located === null) return refused('noSuchField');
  const { start, end } = rangeOf(located.value);
  return {
    splice: { start: located.offset + start, end: located.offset + end, text },
    inverse: { op: 'replace', target, text: rawOf(located.value) },
    keepsOutline: isKept(target),
  };
}
