/** How far the person has come, and the way out. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../core/paths/paths.js';
import { currentSession } from '../../data/session.queries.js';
import { changeOnboarding, getOnboarding, type Onboarding } from '../../data/onboarding.queries.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { useNow } from '../../parts/time/use-now.js';
import { startText as words } from '../../text/start.js';
import { Button } from '../../ui/button.js';
import { Workflow } from '../../ui/icon.js';
import { notify } from '../../ui/toast-queue.js';
import { elapsedText, progressOf } from './model/progress.js';
import styles from './start-page.module.css';

export function StartProgress({ onboarding }: { onboarding: Onboarding }) {
  const isMoving = onboarding.open && onboarding.startedAt !== null;
  const { done, total, isAllDone, elapsedMs } = progressOf(onboarding, useNow(1_000, isMoving));
  const elapsed = elapsedMs === null ? null : elapsedText(elapsedMs);
  // Without a written end the time since the beginning says nothing about a finished page.
  const taken = onboarding.endedAt === null ? null : elapsed;
  return (
    <>
      <span className={styles.bars} role="img" aria-label={words.progress(done, total)}>
        {onboarding.steps.map((step) => (
          <i key={step.id} data-done={step.done ? '' : undefined} />
        ))}
      </span>
      <span className={styles.far}>
        {isAllDone ? words.allDone(taken) : words.soFar(done, total, elapsed)}
      </span>
    </>
  );
}

interface SkipButtonProps {
  workspaceId: string;
  onboarding: Onboarding;
}

/** Skips the page, which leaves the rail then, or brings it back. */
export function SkipButton({ workspaceId, onboarding }: SkipButtonProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isEnded = onboarding.endedAt !== null;
  const change = useMutation({
    mutationFn: () => changeOnboarding(workspaceId, { ended: !isEnded }),
    onSuccess: (answer) => {
      queryClient.setQueryData(getOnboarding(workspaceId).queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: currentSession().queryKey });
      notify(isEnded ? words.reopened : words.skipped);
      if (!isEnded) void navigate({ href: paths.executions(workspaceId) });
    },
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  if (onboarding.steps.every(({ done }) => done))
    return (
      <Button
        tone="primary"
        icon={Workflow}
        onPress={() => void navigate({ href: paths.workflows(workspaceId) })}
      >
        {words.goOn}
      </Button>
    );
  return (
    <Button tone="ghost" isPending={change.isPending} onPress={() => change.mutate()}>
      {isEnded ? words.reopen : words.skip}
    </Button>
  );
}
