import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../core/paths/paths.js';
import { findDemo, runDemo } from '../../data/demo.js';
import { listWorkflows } from '../../data/workflows.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { Page } from '../../parts/page/page.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { startText as words } from '../../text/start.js';
import { EmptyState } from '../../ui/empty-state.js';
import { RunStep } from './run-step.js';
import { SentStep } from './sent-step.js';
import styles from './start-page.module.css';

export function StartPage() {
  const ws = useWorkspaceId();
  const workflows = useQuery(listWorkflows(ws));
  const run = useMutation({ mutationFn: runDemo });
  return (
    <Page title={words.title} intro={words.intro}>
      <div className={styles.steps}>
        <Loaded query={workflows}>
          {(known) => {
            const demo = findDemo(known);
            if (demo?.triggerUrl === undefined)
              return (
                <section className={styles.step}>
                  <EmptyState title={words.run.missing} detail={words.run.missingDetail} />
                </section>
              );
            return (
              <>
                <RunStep triggerUrl={demo.triggerUrl} run={run} />
                <SentStep
                  workspaceId={ws}
                  workflowId={demo.id}
                  executionId={run.data?.executionId ?? null}
                />
              </>
            );
          }}
        </Loaded>
        <section className={styles.step}>
          <h2>{words.own.title}</h2>
          <p className={styles.detail}>{words.own.detail}</p>
          <ul className={styles.links}>
            <li>
              <Link to={paths.keys(ws)}>{words.own.key}</Link>
            </li>
            <li>
              <a href="/docs">{words.own.docs}</a>
            </li>
          </ul>
        </section>
      </div>
    </Page>
  );
}
