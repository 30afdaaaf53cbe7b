import { useQuery } from '@tanstack/react-query';
import { indentJson } from '../../core/json/indent-json.js';
import { markCount, type SampleLine, sampleLines } from '../../core/subscription/sample-lines.js';
import type { Inclusion } from '../../core/subscription/subscription-draft.js';
import { sampleEvent } from '../../data/sample.queries.js';
import { workflowWebhooksText as words } from '../../text/workflow-webhooks.js';
import { JsonText } from '../../ui/code-block.js';
import text from '../../ui/text.module.css';
import { Loaded } from '../failure/loaded.js';
import styles from './webhooks-panel.module.css';

export interface SampleProps {
  workspaceId: string;
  workflowId: string;
  /** What is sent now. */
  before: readonly Inclusion[];
  /** What the form says. */
  after: readonly Inclusion[];
}

/** The rest is counted: each line is an element of its own. */
const mostLines = 300;

export function Sample({ workspaceId, workflowId, before, after }: SampleProps) {
  const now = useQuery(sampleEvent(workspaceId, workflowId, before));
  const then = useQuery(sampleEvent(workspaceId, workflowId, after));
  const old = now.data?.data.body;
  return (
    <section aria-label={words.sample} className={styles.part}>
      <Loaded query={then}>
        {({ data: { body, executionId } }) => (
          <Lines
            lines={sampleLines(indentJson(old ?? body), indentJson(body))}
            isReal={executionId !== null}
          />
        )}
      </Loaded>
    </section>
  );
}

interface LinesProps {
  lines: readonly SampleLine[];
  /** It is the event of an execution that was. */
  isReal: boolean;
}

const kinds = { same: '', added: words.added, removed: words.removed };

function Lines({ lines, isReal }: LinesProps) {
  const changed = words.lines(markCount(lines, 'added'), markCount(lines, 'removed'));
  return (
    <>
      <header>
        <h3>{words.sample}</h3>
        {changed === '' ? (
          <small>{words.sampleOf(isReal)}</small>
        ) : (
          <small className={styles.changed} role="status">
            {changed}
          </small>
        )}
      </header>
      {/* It scrolls, and the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex */}
      <pre className={styles.lines} tabIndex={0} role="region" aria-label={words.sample}>
        {lines.slice(0, mostLines).map(({ text: line, mark }, at) => (
          <span key={at} className={styles.lineOf} data-mark={mark}>
            {mark !== 'same' && <span className={text.hidden}>{kinds[mark]} </span>}
            <JsonText text={line} />
            {'\n'}
          </span>
        ))}
        {lines.length > mostLines && words.moreLines(lines.length - mostLines)}
      </pre>
    </>
  );
}
