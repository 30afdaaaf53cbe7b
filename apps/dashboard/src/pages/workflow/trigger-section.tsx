import { runCurl } from '../../core/curl-text/run-curl.js';
import type { Workflow } from '../../data/workflow.queries.js';
import { workflowText as words } from '../../text/workflow.js';
import { CodeBlock } from '../../ui/code-block.js';
import styles from './workflow-page.module.css';

/** How the workflow is called (spec 1.2): its URL, or the call of the API. */
export function TriggerSection({ workflow }: { workflow: Workflow }) {
  const { trigger, triggerUrl, deployedVersion } = workflow;
  const { origin } = window.location;
  return (
    <section className={styles.section}>
      <h2>{words.trigger}</h2>
      <p className={styles.says}>
        {trigger === null ? words.noTrigger : words.triggerIs[trigger]}
        {deployedVersion === null && ` ${words.afterDeploy}`}
      </p>
      {triggerUrl !== undefined && <CodeBlock label={words.url} isWrapped text={triggerUrl} />}
      {trigger !== null && trigger !== 'schedule' && (
        <CodeBlock
          label={words.curl}
          isWrapped
          text={runCurl({ origin, workflow, inputText: '{"id":"A-1"}', isDraft: false })}
        />
      )}
    </section>
  );
}
