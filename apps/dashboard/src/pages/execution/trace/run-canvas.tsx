/** The version that ran, and how each of its blocks stands. */
import { useEffect, useState } from 'react';
import { blockStates } from '../../../core/execution/block-states.js';
import { drawnOf } from '../../../core/execution/drawn-definition.js';
import { remembered } from '../../../core/execution/remembered.js';
import { Canvas } from '../../../parts/canvas/canvas.js';
import { createStatusStore } from '../../../parts/canvas/status-store.js';
import { executionText } from '../../../text/execution.js';
import { chosenOf } from '../model/chosen.js';
import type { ShownExecution } from '../shown-execution.js';

const { trace: words } = executionText;

export interface RunCanvasProps {
  execution: ShownExecution;
  chosen: string;
  onChoose: (key: string) => void;
}

const drawnIn = remembered((definition: object, layout: unknown) => drawnOf(definition, layout));

export function RunCanvas({ execution, chosen, onChoose }: RunCanvasProps) {
  const { head, ledger, tree, outline, taken } = execution;
  const [statusOf] = useState(createStatusStore);
  // The outside system is the store that each block of the canvas listens to.
  useEffect(
    () => statusOf.set(blockStates(ledger.spans.values(), tree, outline, taken)),
    [statusOf, ledger, tree, outline, taken],
  );
  const drawn = isObject(head.definition) ? drawnIn(head.definition, head.layout) : null;
  if (drawn === null) return null;
  return (
    <Canvas
      {...drawn}
      statusOf={statusOf}
      selected={blockOf(chosen, execution)}
      onSelect={(blockId) => blockId !== null && onChoose(rowOfBlock(blockId, execution))}
      label={words.canvas}
    />
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A block in a loop ran many times: the first run that failed, or the first one. */
function rowOfBlock(blockId: string, { ledger, tree }: ShownExecution): string {
  if (tree.span(blockId) !== undefined) return blockId;
  const runs = [...ledger.spans.values()].filter((span) => span.blockId === blockId);
  return (runs.find(({ error }) => error !== null) ?? runs[0])?.id ?? blockId;
}

function blockOf(key: string, execution: ShownExecution): string | null {
  const chosen = chosenOf(key, execution);
  switch (chosen.kind) {
    case 'execution':
      return null;
    case 'trigger':
    case 'unreached':
      return chosen.block.id;
    case 'block':
      return chosen.span.blockId;
    case 'iteration':
      return chosen.container.blockId;
  }
}
