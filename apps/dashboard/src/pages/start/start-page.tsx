/**
 * The first things to do in a workspace: run the demo, see what was sent, make an own workflow. How
 * far a person has come is the server's to know, so that they find it again.
 */
import { useQuery } from '@tanstack/react-query';
import { getOnboarding, type Onboarding } from '../../data/onboarding.queries.js';
import { type Demo, getDemo } from '../../data/start.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { Page } from '../../parts/page/page.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { startText as words } from '../../text/start.js';
import { OwnStep } from './own/own-step.js';
import { Picture } from './picture/picture.js';
import { RunStep } from './run-step.js';
import { SentStep } from './sent-step.js';
import { SkipButton, StartProgress } from './start-head.js';
import styles from './start-page.module.css';
import { Step } from './step.js';
import { useDemo } from './use-demo.js';

export function StartPage() {
  const ws = useWorkspaceId();
  const onboarding = useQuery(getOnboarding(ws));
  const known = onboarding.data?.data;
  const hasDemo = known?.steps.some(({ id }) => id === 'run') ?? false;
  const demo = useQuery({ ...getDemo(ws), enabled: hasDemo });
  return (
    <Page
      title={words.title}
      body="fill"
      facts={known && <StartProgress onboarding={known} />}
      actions={known && <SkipButton workspaceId={ws} onboarding={known} />}
    >
      <Loaded query={onboarding}>
        {({ data }) =>
          hasDemo ? (
            <Loaded query={demo}>
              {(answer) => <WithDemo workspaceId={ws} onboarding={data} demo={answer.data} />}
            </Loaded>
          ) : (
            <WithoutDemo workspaceId={ws} onboarding={data} />
          )
        }
      </Loaded>
    </Page>
  );
}

interface WithDemoProps {
  workspaceId: string;
  onboarding: Onboarding;
  demo: Demo;
}

const isDone = ({ steps }: Onboarding, step: Onboarding['steps'][number]['id']): boolean =>
  steps.some(({ id, done }) => id === step && done);

function WithDemo({ workspaceId, onboarding, demo }: WithDemoProps) {
  const shown = useDemo(workspaceId, demo);
  return (
    <div className={styles.split}>
      <div className={styles.steps}>
        <p className={styles.lead}>{words.lead}</p>
        <p className={styles.read}>{words.leadDetail}</p>
        <ol>
          <Step number={1} title={words.run.title} isDone={isDone(onboarding, 'run')}>
            <RunStep shown={shown} />
          </Step>
          <Step number={2} title={words.sent.title} isDone={isDone(onboarding, 'sent')}>
            <SentStep shown={shown} />
          </Step>
          <Step number={3} title={words.own.title} isDone={isDone(onboarding, 'own')}>
            <OwnStep workspaceId={workspaceId} onboarding={onboarding} />
          </Step>
        </ol>
      </div>
      <Picture shown={shown} />
    </div>
  );
}

function WithoutDemo({ workspaceId, onboarding }: Omit<WithDemoProps, 'demo'>) {
  return (
    <div className={styles.split}>
      <div className={styles.steps}>
        <p className={styles.lead}>{words.leadOwn}</p>
        <p className={styles.read}>{words.leadOwnDetail}</p>
        <h2 className={styles.alone}>{words.own.title}</h2>
        <OwnStep workspaceId={workspaceId} onboarding={onboarding} />
      </div>
    </div>
  );
}
