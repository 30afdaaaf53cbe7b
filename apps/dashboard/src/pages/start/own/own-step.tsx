/** The ways to an own workflow. Each ends on the page of the workflow that it made. */
import { useState } from 'react';
import { allows } from '../../../core/status/allowed.js';
import type { Onboarding } from '../../../data/onboarding.queries.js';
import { useRole } from '../../../data/use-session.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { lazyPart } from '../../../parts/lazy/lazy-part.js';
import { randomEnding } from '../../../parts/templates/random-ending.js';
import { startText } from '../../../text/start.js';
import { BookCopy, FileInput, type IconType, Plus, Terminal } from '../../../ui/icon.js';
import { notify } from '../../../ui/toast-queue.js';
import { blankWorkflow } from '../../../core/new-workflow/new-workflow.js';
import { OwnCard } from './own-card.js';
import styles from './own-step.module.css';
import { useCreate } from './use-create.js';

const { own: words, curl } = startText;

const OwnDialog = lazyPart(async () => (await import('./own-dialog.js')).OwnDialog);

const ways = ['blank', 'example', 'sim', 'curl'] as const;
type Way = (typeof ways)[number];

const icons: Readonly<Record<Way, IconType>> = {
  ...{ blank: Plus, example: BookCopy, sim: FileInput, curl: Terminal },
};
const details: Readonly<Record<Way, string>> = {
  blank: words.blankDetail,
  example: words.exampleDetail,
  sim: words.simDetail,
  curl: words.curlDetail,
};

export interface OwnStepProps {
  workspaceId: string;
  onboarding: Onboarding;
}

export function OwnStep({ workspaceId, onboarding }: OwnStepProps) {
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows');
  const [chosen, setChosen] = useState<Exclude<Way, 'blank'> | null>(null);
  const create = useCreate(workspaceId, onboarding);
  const isMade = onboarding.steps.some(({ id, done }) => id === 'own' && done);
  const choose = (way: Way): void => {
    if (way !== 'blank') {
      setChosen(way);
      return;
    }
    const definition = blankWorkflow(curl.blocks.hook, randomEnding());
    create.mutate(
      { kind: 'new', name: words.blankName, definition },
      { onError: (error) => notify(failureText(error), { tone: 'error' }) },
    );
  };
  return (
    <>
      {!mayEdit && <p className={styles.reason}>{words.needsEditor}</p>}
      {mayEdit && isMade && <p className={styles.reason}>{words.isMade}</p>}
      <div className={styles.ways}>
        {ways.map((way) => (
          <OwnCard
            key={way}
            icon={icons[way]}
            title={words[way]}
            detail={details[way]}
            isPending={way === 'blank' && create.isPending}
            disabledReason={mayEdit ? null : words.needsEditor}
            onPress={() => choose(way)}
          />
        ))}
      </div>
      {chosen !== null && (
        <OwnDialog way={chosen} {...{ workspaceId, onboarding }} onClose={() => setChosen(null)} />
      )}
    </>
  );
}
