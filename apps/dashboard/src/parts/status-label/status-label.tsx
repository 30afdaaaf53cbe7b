/** A state: shape, colour and word. Without the word it keeps it for screen readers. */
import { lookOf, type StatusLook } from '../../core/status/status.js';
import { Silhouette } from '../../ui/silhouette.js';
import text from '../../ui/text.module.css';
import styles from './status-label.module.css';

export interface StatusLabelProps {
  status: string;
  /** On the canvas and in rows of phones. */
  isIconOnly?: boolean;
  iconSize?: number;
}

export function StatusLabel({ status, ...look }: StatusLabelProps) {
  return <SignLabel look={lookOf(status)} {...look} />;
}

export interface SignLabelProps extends Omit<StatusLabelProps, 'status'> {
  look: StatusLook;
}

export function SignLabel({ look, isIconOnly = false, iconSize = 16 }: SignLabelProps) {
  return (
    <span className={styles.label} data-sign={look.sign}>
      <Silhouette name={look.sign} size={iconSize} />
      <span className={isIconOnly ? text.hidden : styles.word}>{look.word}</span>
    </span>
  );
}
