/** Helpers of the specs. */
import { applyCommand } from '../command/apply-command.js';
import type { Command } from '../command/command.js';
import { isRefusal } from '../patch/refusal.js';
import { WorkflowText } from '../text/workflow-text.js';

export function draft(text: string): WorkflowText {
  const document = WorkflowText.read(text);
  if (document === null) throw new Error(`no JSON: ${text}`);
  return document;
}

/** The text after a command, or why it was refused. */
export function after(text: string, command: Command): string {
  const result = applyCommand(draft(text), command);
  return isRefusal(result) ? result.reason : result.document.text;
}
