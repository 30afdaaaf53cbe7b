/** Where the text of a definition has what a check names: for the JSON tab. Pure. */
import { rangeOf } from '../../../core/edit/text/outline.js';
import { locate } from '../../../core/edit/text/target.js';
import type { WorkflowText } from '../../../core/edit/text/workflow-text.js';
import { type CheckNote, stepsOf } from '../../../core/form/form-problem.js';
import type { Path } from '../../../core/edit/text/json-value.js';

export interface NotePlace {
  readonly from: number;
  readonly to: number;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** The named value, or the nearest one around it that exists. */
function nearest(document: WorkflowText, block: string | null, path: Path) {
  for (let length = path.length; length >= 0; length -= 1) {
    const found = locate(document, { block, path: path.slice(0, length) });
    if (found !== null && (length > 0 || block !== null)) {
      const { start, end } = rangeOf(found.value);
      return { from: found.offset + start, to: found.offset + end };
    }
  }
  return { from: 0, to: 0 };
}

/** Only its first line is marked: the whole of a block would mark everything. */
function firstLine(text: string, { from, to }: { readonly from: number; readonly to: number }) {
  const end = text.indexOf('\n', from);
  return { from, to: end === -1 ? to : Math.min(to, end) };
}

export function notePlace(document: WorkflowText, { blockId, field }: CheckNote): NotePlace {
  const { text } = document;
  const range = firstLine(text, nearest(document, blockId, stepsOf(field)));
  const before = text.slice(0, range.from);
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line += 1;
  return { ...range, line, column: range.from - lineStart + 1 };
}
