/**
 * The command for a text that was edited as a whole, as the JSON tab does it: the smallest field
 * that holds the change, so that the log and the undo do not keep a copy of the text for each key.
 */
import { isRefusal } from '../patch/refusal.js';
import { itemsOf, type JsonValue, kindOfValue, nameOf, type Path } from '../text/json-value.js';
import { rangeOf } from '../text/outline.js';
import { readJson } from '../text/read-json.js';
import type { Target } from '../text/target.js';
import type { WorkflowText } from '../text/workflow-text.js';
import { applyCommand } from './apply-command.js';
import type { Command } from './command.js';

interface Change {
  readonly start: number;
  readonly end: number;
  /** By how much the text becomes longer. */
  readonly growth: number;
}

function changeBetween(before: string, after: string): Change {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < most - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { start, end: before.length - tail, growth: after.length - before.length };
}

const holds = (value: JsonValue, { start, end }: Change): boolean => {
  const range = rangeOf(value);
  return range.start <= start && range.end >= end;
};

interface Around {
  readonly value: JsonValue;
  readonly path: Path;
}

/** The values around the change, the innermost first. */
function valuesAround(root: JsonValue, change: Change): readonly Around[] {
  const around: Around[] = [{ value: root, path: [] }];
  for (let current = around[0]; current !== undefined; current = around[0]) {
    const kind = kindOfValue(current.value);
    const items = kind === 'object' || kind === 'array' ? itemsOf(current.value) : [];
    const index = items.findIndex((item) => holds(item, change));
    const value = items[index];
    if (value === undefined) break;
    const step = kind === 'array' ? index : nameOf(value);
    around.unshift({ value, path: [...current.path, step] });
  }
  return around;
}

/** Inside a block its id is the address. Null: the list of blocks itself changes. */
function targetOf({ outline }: WorkflowText, path: Path): Target | null {
  if (path[0] !== 'blocks') return path.length === 0 ? null : { block: null, path };
  const id = typeof path[1] === 'number' ? outline.ids[path[1]] : null;
  return id == null || path.length < 3 ? null : { block: id, path: path.slice(2) };
}

/** Null: no field alone leads to the text, as where a name is repeated. */
function fieldCommand(document: WorkflowText, text: string): Command | null {
  const change = changeBetween(document.text, text);
  for (const { value, path } of valuesAround(document.root, change)) {
    const target = targetOf(document, path);
    if (target === null) return null;
    const { start, end } = rangeOf(value);
    const raw = text.slice(start, end + change.growth);
    // What was typed behind a value belongs to the list or the object around it.
    if (readJson(raw) === null) continue;
    const command: Command = { kind: 'setField', target, value: raw };
    const applied = applyCommand(document, command);
    if (!isRefusal(applied) && applied.document.text === text) return command;
  }
  return null;
}

/** @param text JSON; what the document becomes, byte by byte */
export const commandForText = (document: WorkflowText, text: string): Command =>
  fieldCommand(document, text) ?? { kind: 'replaceText', text };
