import type { ReactNode } from 'react';
import { startText } from '../../text/start.js';
import { Silhouette } from '../../ui/silhouette.js';
import text from '../../ui/text.module.css';
import styles from './start-page.module.css';

const { step: words } = startText;

export interface StepProps {
  number: number;
  title: string;
  isDone: boolean;
  children: ReactNode;
}

export function Step({ number, title, isDone, children }: StepProps) {
  return (
    <li className={styles.step} data-done={isDone ? '' : undefined}>
      <span className={styles.number}>
        {isDone ? (
          <>
            <Silhouette name="success" size={22} />
            <span className={text.hidden}>{words.done}</span>
          </>
        ) : (
          <>
            <span aria-hidden="true">{number}</span>
            <span className={text.hidden}>{words.number(number)}</span>
          </>
        )}
      </span>
      <div className={styles.content}>
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  );
}
