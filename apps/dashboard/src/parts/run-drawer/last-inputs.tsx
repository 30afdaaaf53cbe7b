import { useMutation } from '@tanstack/react-query';
import type { Execution } from '../../data/executions.queries.js';
import { inputOfExecution } from '../../data/inputs.js';
import { relativeText } from '../../core/format/format.js';
import { runText as words } from '../../text/run.js';
import { Button } from '../../ui/button.js';
import { Menu } from '../../ui/menu.js';
import { notify } from '../../ui/toast-queue.js';
import { failureText } from '../failure/failure-notice.js';
import { useNow } from '../time/use-now.js';

export interface LastInputsProps {
  workspaceId: string;
  executions: readonly Execution[];
  onTake: (inputText: string) => void;
}

/** Inputs that the workflow had before. Each is read when it is chosen: it may be large. */
export function LastInputs({ workspaceId, executions, onTake }: LastInputsProps) {
  const nowMs = useNow();
  const read = useMutation({
    mutationFn: (logId: string) => inputOfExecution(workspaceId, logId),
    onSuccess: (text) => (text === null ? notify(words.noInput) : onTake(text)),
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  if (executions.length === 0) return null;
  return (
    <Menu
      label={words.lastInputs}
      trigger={
        <Button hasMenu isPending={read.isPending}>
          {words.lastInputs}
        </Button>
      }
      items={executions.map(({ id, status, startedAt }) => ({
        id,
        label: words.inputOf(relativeText(startedAt, nowMs), status),
      }))}
      onChoose={(id) => read.mutate(id)}
    />
  );
}
