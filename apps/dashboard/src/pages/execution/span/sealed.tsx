/** Says why a credential of the request is not shown. */
import { executionText } from '../../../text/execution.js';
import styles from './span.module.css';

const { span: words } = executionText;
const seal = '[secret]';

export function Sealed({ text }: { text: string }) {
  if (!text.includes(seal)) return null;
  return (
    <p className={styles.explain}>
      <code>{seal}</code> {words.sealed}
    </p>
  );
}
