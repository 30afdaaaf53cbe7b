/** The only writer of a definition's text: applies patches in order and says how to undo them. */
import type { Splice } from '../text/splice.js';
import { WorkflowText } from '../text/workflow-text.js';
import type { Patch, ReplacePatch } from './patch.js';
import { type PatchPlan, planItem } from './plan-item.js';
import { planReplace } from './plan-replace.js';
import { isRefusal, type Refusal, refused } from './refusal.js';

export interface Applied {
  readonly kind: 'applied';
  readonly document: WorkflowText;
  /** In the order in which they undo the edit. */
  readonly inverse: readonly Patch[];
}

const applied = (document: WorkflowText, inverse: readonly Patch[]): Applied => ({
  kind: 'applied',
  document,
  inverse,
});

const overlaps = (splices: readonly Splice[]): boolean =>
  splices.some(({ start }, index) => start < (splices[index - 1]?.end ?? 0));

/** Many values at once, as a renaming replaces them. Null: they overlap. */
function replaceAll(
  document: WorkflowText,
  patches: readonly ReplacePatch[],
): Applied | Refusal | null {
  const plans: PatchPlan[] = [];
  for (const patch of patches) {
    const plan = planReplace(document, patch);
    // A value that an earlier patch makes is found when they are applied one by one.
    if (isRefusal(plan)) return patches.length === 1 ? plan : null;
    plans.push(plan);
  }
  const splices = plans.map(({ splice }) => splice).sort((a, b) => a.start - b.start);
  if (overlaps(splices)) return null;
  const keepsOutline = plans.every((plan) => plan.keepsOutline);
  const inverse = plans.map((plan) => plan.inverse);
  return applied(document.spliced(splices, keepsOutline), inverse);
}

function applyPatch(document: WorkflowText, patch: Patch): Applied | Refusal {
  if (patch.op === 'text') {
    const next = WorkflowText.read(patch.text);
    if (next === null) return refused('notJson');
    return applied(next, [{ op: 'text', text: document.text }]);
  }
  const plan = patch.op === 'replace' ? planReplace(document, patch) : planItem(document, patch);
  if (isRefusal(plan)) return plan;
  return applied(document.spliced([plan.splice], plan.keepsOutline), [plan.inverse]);
}

/** All or none. */
export function applyPatches(document: WorkflowText, patches: readonly Patch[]): Applied | Refusal {
  const isReplace = (patch: Patch): patch is ReplacePatch => patch.op === 'replace';
  if (patches.length > 1 && patches.every(isReplace)) {
    const all = replaceAll(document, patches);
    if (all !== null) return all;
  }
  let current = applied(document, []);
  for (const patch of patches) {
    const next = applyPatch(current.document, patch);
    if (isRefusal(next)) return next;
    current = applied(next.document, [...next.inverse, ...current.inverse]);
  }
  return current;
}
