/** Edges as text. */
import { defaultPort, type EdgeDefinition } from '@libs/workflow';
import { isRefusal, type Refusal, refused } from '../patch/refusal.js';
import { applyPatches } from '../patch/apply-patches.js';
import type { Patch } from '../patch/patch.js';
import { WorkflowText } from '../text/workflow-text.js';
import { planRemoveField } from './remove-field.js';
import { planSetField } from './set-field.js';

/** The usual port is not written. */
export const edgeText = ({ from, to, port = defaultPort }: EdgeDefinition): string =>
  JSON.stringify(port === defaultPort ? { from, to } : { from, port, to });

function plansOf(
  document: WorkflowText,
  before: EdgeDefinition,
  after: EdgeDefinition,
): (readonly Patch[] | Refusal)[] {
  const target = (name: string) => ({ block: null, path: [name] });
  const set = (name: string, value: string) =>
    planSetField(document, { target: target(name), value: JSON.stringify(value) });
  const [old = defaultPort, port = defaultPort] = [before.port, after.port];
  return [
    ...(before.from === after.from ? [] : [set('from', after.from)]),
    ...(before.to === after.to ? [] : [set('to', after.to)]),
    ...(old === port
      ? []
      : port === defaultPort
        ? [planRemoveField(document, { kind: 'removeField', target: target('port') })]
        : [set('port', port)]),
  ];
}

/** The text of an edge with other ends: only their bytes change. */
export function reconnectedText(
  text: string,
  before: EdgeDefinition,
  after: EdgeDefinition,
): string | Refusal {
  const document = WorkflowText.read(text);
  if (document === null) return refused('notJson');
  const patches: Patch[] = [];
  for (const plan of plansOf(document, before, after)) {
    if (isRefusal(plan)) return plan;
    patches.push(...plan);
  }
  const result = applyPatches(document, patches);
  return isRefusal(result) ? result : result.document.text;
}
