/** What the server says about the draft, by block, in the order in which it is gone through. */
import { type CheckNote, stepsOf } from '../../../core/form/form-problem.js';
import type { Path } from '../../../core/edit/text/json-value.js';

export interface ListedProblem {
  readonly id: string;
  /** Null: it belongs to the workflow. */
  readonly block: string | null;
  /** Of the field, from the block's configuration; null: the whole block. */
  readonly path: Path | null;
  readonly message: string;
  readonly severity: 'problem' | 'warning';
}

export interface ProblemGroup {
  readonly block: string | null;
  /** Null: the workflow. */
  readonly name: string | null;
  readonly problems: readonly ListedProblem[];
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Notes {
  readonly problems: readonly CheckNote[];
  readonly warnings: readonly CheckNote[];
}

/** Problems of a wrong shape are named from the definition: `blocks[2].config.url`. */
function placeOf(blocks: readonly Named[], { blockId, field }: CheckNote) {
  const steps = stepsOf(field);
  const [first, index] = steps;
  const isFromTop = first === 'blocks' && typeof index === 'number';
  const block = isFromTop ? (blocks[index]?.id ?? null) : blockId;
  const rest = isFromTop ? steps.slice(2) : steps;
  const [head, ...path] = rest;
  return { block, path: head === 'config' && path.length > 0 ? path : null };
}

/** What stops a deployment comes first; each in the order of the blocks. */
export function problemGroups(
  blocks: readonly Named[],
  { problems, warnings }: Notes,
): readonly ProblemGroup[] {
  const listed =
    (severity: ListedProblem['severity']) =>
    (note: CheckNote, at: number): ListedProblem => ({
      ...placeOf(blocks, note),
      ...{ id: `${severity}${at}`, message: note.message, severity },
    });
  const all = [...problems.map(listed('problem')), ...warnings.map(listed('warning'))];
  const byBlock = Map.groupBy(all, ({ block }) => block);
  const known: Named[] = blocks.filter(({ id }) => byBlock.has(id));
  const inOrder = [
    ...known.map(({ id, name }) => ({ block: id, name, problems: byBlock.get(id) ?? [] })),
    ...[...byBlock]
      .filter(([block]) => !known.some(({ id }) => id === block))
      .map(([block, own]) => ({ block, name: block, problems: own })),
  ];
  const isSerious = (group: ProblemGroup): boolean =>
    group.problems.some(({ severity }) => severity === 'problem');
  return [...inOrder.filter(isSerious), ...inOrder.filter((group) => !isSerious(group))];
}

/** The next or the previous one, around the end. Null: there is none. */
export function stepFrom<Id>(ids: readonly Id[], current: Id | null, by: 1 | -1): Id | null {
  const at = current === null ? -1 : ids.indexOf(current);
  const next = at === -1 ? (by === 1 ? 0 : ids.length - 1) : at + by;
  return ids.at(next % Math.max(1, ids.length)) ?? null;
}
