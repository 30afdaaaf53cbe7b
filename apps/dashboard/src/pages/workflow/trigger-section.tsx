import { Fragment } from 'react';
import { runCurl } from '../../core/curl-text/run-curl.js';
import type { Workflow } from '../../data/workflow.queries.js';
import { common } from '../../text/common.js';
import { workflowText as words } from '../../text/workflow.js';
import { CodeBlock } from '../../ui/code-block.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Terminal } from '../../ui/icon.js';
import styles from './workflow-page.module.css';

/** How the workflow is called (spec 1.2): its URL, or the call of the API. */
export function TriggerSection({ workflow }: { workflow: Workflow }) {
  const { trigger, triggerUrl, deployedVersion } = workflow;
  const { origin } = window.location;
  return (
    <section className={styles.section}>
      <header className={styles.sectionHead}>
        <h2>{words.trigger}</h2>
        {trigger !== null && trigger !== 'schedule' && (
          <CopyButton
            icon={Terminal}
            hasText
            label={common.copyCurl}
            text={runCurl({ origin, workflow, inputText: '{"id":"A-1"}', isDraft: false })}
          />
        )}
      </header>
      <p className={styles.says}>
        {trigger === null ? words.noTrigger : words.triggerIs[trigger]}
        {deployedVersion === null && ` ${words.afterDeploy}`}
      </p>
      {triggerUrl !== undefined && (
        <CodeBlock label={words.url} isWrapped text={triggerUrl}>
          <Address url={triggerUrl} />
        </CodeBlock>
      )}
    </section>
  );
}

/** Breaks behind a slash rather than in a word. */
function Address({ url }: { url: string }) {
  return url.split(/(?<=\/)/).map((part, at) => (
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));
}
