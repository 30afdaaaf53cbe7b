import { useQueryClient } from '@tanstack/react-query';
import { blockStates } from '../../core/execution/block-states.js';
import { runCurl } from '../../core/curl-text/run-curl.js';
import { durationText } from '../../core/format/format.js';
import { allows } from '../../core/status/allowed.js';
import { keyOf } from '../../data/ask.js';
import { changeOnboarding } from '../../data/onboarding.queries.js';
import { demoInput } from '../../data/start.queries.js';
import { useRole } from '../../data/use-session.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { startText } from '../../text/start.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Play, RotateCcw } from '../../ui/icon.js';
import { readRun } from './read-run.js';
import styles from './start-page.module.css';
import type { ShownDemo } from './use-demo.js';

const { run: words } = startText;

/** Starts the demo, and notes when the person began. */
export function useRunDemo({ workspaceId, demo, start }: ShownDemo) {
  const queryClient = useQueryClient();
  return (): void => {
    start.mutate(demo.triggerUrl);
    changeOnboarding(workspaceId, {}).then(
      () => queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'getOnboarding') }),
      // What the person asked for is the run; only the time in the header is missing.
      () => undefined,
    );
  };
}

export function RunStep({ shown }: { shown: ShownDemo }) {
  const { workspaceId, demo, executionId, start } = shown;
  const run = useRunDemo(shown);
  const mayRun = allows(useRole(workspaceId), 'runWorkflows');
  const hasRun = executionId !== null;
  return (
    <>
      <div role="status">
        <p className={styles.detail}>{outcomeText(shown)}</p>
        {start.error !== null && <p className={styles.problem}>{failureText(start.error)}</p>}
        {start.data !== undefined && start.data.executionId === null && (
          <p className={styles.problem}>{words.refused(start.data.status)}</p>
        )}
      </div>
      <CodeBlock
        label={words.curl}
        isWrapped
        text={runCurl({
          origin: window.location.origin,
          workflow: { id: demo.workflowId, triggerUrl: demo.triggerUrl },
          inputText: demoInput,
          isDraft: false,
        })}
      />
      <Button
        tone={hasRun ? 'default' : 'primary'}
        icon={hasRun ? RotateCcw : Play}
        isPending={start.isPending}
        disabledReason={mayRun ? null : startText.needsEditor}
        onPress={run}
      >
        {hasRun ? words.again : words.button}
      </Button>
    </>
  );
}

function outcomeText({ executionId, run }: ShownDemo): string {
  if (executionId === null) return words.detail;
  if (run?.kind === 'failed') return failureText(run.error);
  const read = readRun(run, null);
  if (read === null || read.ledger.end === null) return words.running;
  const { head, ledger, tree, outline, lines } = read;
  const took = durationText(head.totalDurationMs ?? 0);
  const states = [...blockStates(ledger.spans.values(), tree, outline).values()];
  const blocks = states.filter(({ status }) => status !== 'skipped').length;
  return `${words.answered(head.result ?? head.status, took)} ${words.counted(blocks, lines.length)}`;
}
