/** The drawer of a run, in the editor: what it starts is watched here. */
import { lazyPart } from '../../../parts/lazy/lazy-part.js';
import { useEditorOf } from '../store/editor-context.js';
import { keepInput, keptInput } from './kept-input.js';
import { useRuns } from './runs-context.js';
import type { Trial } from './trial.js';

const Run = lazyPart(async () => (await import('../../../parts/run-drawer/run.js')).Run);

export function RunDrawerHere({ trial }: { trial: Trial }) {
  const { workspaceId, workflowId } = useEditorOf();
  const { askInput, choose, start } = useRuns();
  return (
    <Run
      workspaceId={workspaceId}
      workflowId={workflowId}
      onClose={() => askInput(null)}
      draftFirst={{
        inputText: keptInput(workspaceId, workflowId),
        onDraft: (inputText) => {
          keepInput(workspaceId, workflowId, inputText);
          askInput(null);
          start(trial.kind === 'draft' ? { ...trial, inputText } : trial);
        },
        onStarted: choose,
      }}
    />
  );
}
