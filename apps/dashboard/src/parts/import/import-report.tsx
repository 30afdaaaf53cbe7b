/** What became of each block of an imported workflow. */
import type { ImportReport } from '../../data/start.queries.js';
import { importText as words } from '../../text/import.js';
import { Badge } from '../../ui/badge.js';
import styles from './import.module.css';

const tones = {
  converted: 'success',
  changed: 'accent',
  placeholder: 'waiting',
  'left-out': 'quiet',
} as const;

export interface ImportReportListProps {
  title: string;
  blocks: ImportReport['report'];
}

export function ImportReportList({ title, blocks }: ImportReportListProps) {
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles.report}>
        {blocks.map(({ blockId, blockName, type, becomes, outcome, notes }) => (
          <li key={blockId} className={styles.line}>
            <span className={styles.head}>
              <b>{blockName}</b>
              <small>{words.becomes(type, becomes)}</small>
              <Badge tone={tones[outcome]}>{words.outcome[outcome]}</Badge>
            </span>
            {notes.map((note) => (
              <small key={note}>{note}</small>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
