import { absoluteText } from '../../../core/format/format.js';
import type { Bar } from '../../../core/volume/volume.js';
import { executionVolumeText as words } from '../../../text/execution-volume.js';
import styles from './volume-chart.module.css';

const outcomes = ['success', 'error', 'cancelled'] as const;

/** The chart for screen readers. */
export function FiguresTable({ bars, caption }: { bars: readonly Bar[]; caption: string }) {
  return (
    <table className={styles.table} aria-label={words.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.time}</th>
          {outcomes.map((outcome) => (
            <th key={outcome} scope="col">
              {words.outcome[outcome]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars
          .filter(({ total }) => total > 0)
          .map((bar) => (
            <tr key={bar.atMs}>
              <th scope="row">{absoluteText(new Date(bar.atMs).toISOString())}</th>
              {outcomes.map((outcome) => (
                <td key={outcome}>{bar[outcome]}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
