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
  /** Of a thing whose states have words of their own, as a delivery. */
  word?: string;
}

export function StatusLabel({ status, word, ...props }: StatusLabelProps) {
  const look = lookOf(status);
  return <SignLabel look={word === undefined ? look : { ...look, word }} {...props} />;
}

export interface SignLabelProps extends Omit<StatusLabelProps, 'status' | 'word'> {
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
