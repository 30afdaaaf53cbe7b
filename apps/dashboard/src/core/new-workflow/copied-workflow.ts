/** A copy of a definition, byte by byte but for the path of its webhook. Pure. */
import { applyCommand } from '../edit/command/apply-command.js';
import { isRefusal } from '../edit/patch/refusal.js';
import { readDefinition } from '../edit/text/read-definition.js';
import type { WorkflowText } from '../edit/text/workflow-text.js';

/** As long as the server lets a path be. */
const longestPath = 128;
const longestName = 200;

/** Two workflows can not have one path. */
export function copiedText(document: WorkflowText, ending: string): string {
  const hook = readDefinition(document).blocks.find(({ type }) => type === 'webhook');
  const path = hook?.config['path'];
  if (hook === undefined || typeof path !== 'string') return document.text;
  const start = path.slice(0, longestPath - ending.length - 1);
  const copied = applyCommand(document, {
    kind: 'setField',
    target: { block: hook.id, path: ['config', 'path'] },
    value: JSON.stringify(`${start}-${ending}`),
  });
  return isRefusal(copied) ? document.text : copied.document.text;
}

/** @param suffix " copy" */
export const copiedName = (name: string, suffix: string): string =>
  `${name.slice(0, longestName - suffix.length)}${suffix}`;
