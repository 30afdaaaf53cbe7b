/** Beside the heading: the id, which a press copies, and where the page stands in its list. */
import { executionText } from '../../../text/execution.js';
import { CopyButton } from '../../../ui/copy-button.js';
import styles from './header.module.css';

const { header: words } = executionText;
/** Its first ones are a time, which executions of an hour share (RFC 9562, version 7). */
const shownCharacters = 8;

export function HeaderFacts({ executionId }: { executionId: string }) {
  return (
    <span className={styles.id}>
      <code title={executionId}>{executionId.slice(-shownCharacters)}</code>
      <CopyButton tone="ghost" text={executionId} label={words.copyId} />
    </span>
  );
}
