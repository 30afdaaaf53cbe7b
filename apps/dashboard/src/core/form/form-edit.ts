/** What a person does in a form. Paths begin at the configuration; texts are JSON of one value. */
import type { Command } from '../edit/command/command.js';
import type { Path } from '../edit/text/json-value.js';
import type { Target } from '../edit/text/target.js';
import { isObject, valueAt } from './config-value.js';

export type FormEdit =
  | { readonly kind: 'set'; readonly path: Path; readonly json: string }
  | { readonly kind: 'remove'; readonly path: Path }
  /** The field stays where it is. */
  | { readonly kind: 'rename'; readonly path: Path; readonly name: string }
  /** The last step is the index. */
  | { readonly kind: 'insert'; readonly path: Path; readonly json: string }
  | { readonly kind: 'move'; readonly path: Path; readonly toIndex: number };

/** Null removes the value. */
export const setOrRemove = (path: Path, json: string | null): FormEdit =>
  json === null ? { kind: 'remove', path } : { kind: 'set', path, json };

/**
 * Removes a value, and the objects around it that it leaves empty: `prices` without its fields is
 * another configuration than no `prices`. Items of lists stay.
 */
export function clearing(config: unknown, path: Path): FormEdit {
  let end = path.length;
  while (end > 1 && typeof path[end - 2] === 'string') {
    const holder = valueAt(config, path.slice(0, end - 1));
    if (!isObject(holder) || Object.keys(holder).length > 1) break;
    end -= 1;
  }
  return { kind: 'remove', path: path.slice(0, end) };
}

const commandOf = ({ block, path }: Target, edit: FormEdit): Command => {
  const target = { block, path: [...path, ...edit.path] };
  switch (edit.kind) {
    case 'set':
      return { kind: 'setField', target, value: edit.json };
    case 'remove':
      return { kind: 'removeField', target };
    case 'rename':
      return { kind: 'renameField', target, name: edit.name };
    case 'insert':
      return { kind: 'insertItem', target, value: edit.json };
    case 'move':
      return { kind: 'moveItem', target, toIndex: edit.toIndex };
  }
};

/** The edits of a block's configuration as one step of the log. */
export const commandFor = (block: string, edits: readonly FormEdit[]): Command =>
  commandIn({ block, path: ['config'] }, edits);

/** @param holder where the paths of the form begin */
export function commandIn(holder: Target, edits: readonly FormEdit[]): Command {
  const commands = edits.map((edit) => commandOf(holder, edit));
  const [only] = commands;
  return only !== undefined && commands.length === 1 ? only : { kind: 'gesture', commands };
}
