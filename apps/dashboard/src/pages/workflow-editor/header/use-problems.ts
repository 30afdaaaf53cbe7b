/** The draft's problems and warnings by block, and the way from one to the next. */
import { useRef } from 'react';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { remembered } from '../../../core/execution/remembered.js';
import { type ListedProblem, problemGroups, stepFrom } from '../model/problem-list.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import type { Problem } from '../store/editor-state.js';
import { goTo } from '../store/go-to.js';
import { useBlocks } from '../use-drawn.js';

interface Notes {
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

const notesOf = remembered((problems: readonly Problem[], warnings: readonly Problem[]): Notes => ({
  problems,
  warnings,
}));
const groupsOf = remembered((blocks: DrawnDefinition['blocks'], notes: Notes) =>
  problemGroups(blocks, notes),
);

/** Null: neither a problem nor a choice between two edits is left. */
export function useProblems() {
  const { store } = useEditorOf();
  const blocks = useBlocks();
  const problems = useEditor((state) => state.problems);
  const warnings = useEditor((state) => state.warnings);
  const conflicts = useEditor((state) => state.conflicts);
  const shown = useRef<string | null>(null);
  const notes = notesOf(problems, warnings);
  const groups = groupsOf(blocks, notes);
  const all = groups.flatMap((group) => group.problems);
  const show = ({ id, block, path }: ListedProblem): void => {
    shown.current = id;
    goTo(store, block, path === null ? { to: 'panel' } : { to: 'field', path });
  };
  const choices = conflicts.flatMap((one, at): ListedProblem[] =>
    'block' in one
      ? [{ id: `choice${at}`, block: one.block, path: null, message: '', severity: 'problem' }]
      : [],
  );
  const step = (by: 1 | -1): void => {
    const stops = [...choices, ...all];
    const next = stepFrom(
      stops.map(({ id }) => id),
      shown.current,
      by,
    );
    const problem = stops.find(({ id }) => id === next);
    if (problem !== undefined) show(problem);
  };
  return { groups, all, show, step };
}
