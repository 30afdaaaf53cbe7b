/** When a schedule comes next, as the server computes it: in its zone, and in mine. */
import { useQuery } from '@tanstack/react-query';
import { timeIn } from '../../../core/format/time-in.js';
import { failureOf } from '../../../data/failure.js';
import { useZone } from '../../../data/preferences.js';
import { nextTimes } from '../../../data/schedules.queries.js';
import type { CronNoteProps } from '../../../parts/schema-form/form-context.js';
import { useSettled } from '../../../parts/time/use-settled.js';
import { editorPanelText } from '../../../text/editor-panel.js';
import text from '../../../ui/text.module.css';
import { useEditorOf } from '../store/editor-context.js';
import styles from './panel.module.css';

const { next: words } = editorPanelText;
const typingMs = 400;
const shownCount = 5;

export function NextTimes({ cron, timezone }: CronNoteProps) {
  const { workspaceId } = useEditorOf();
  const mine = useZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const written = useSettled(JSON.stringify({ cron, timezone }), typingMs);
  const schedule = JSON.parse(written) as CronNoteProps;
  const { data, error, isPlaceholderData } = useQuery(nextTimes(workspaceId, schedule));
  const zone = schedule.timezone || 'UTC';
  if (error !== null) {
    const failure = failureOf(error);
    // A draft is saved all the same; the field says what the check says about it.
    return failure.kind === 'refused' ? <p className={text.faint}>{failure.message}</p> : null;
  }
  if (data === undefined) return null;
  const times = data.data.times.slice(0, shownCount);
  if (times.length === 0) return <p className={text.faint}>{words.none}</p>;
  return (
    <table className={styles.times} data-old={isPlaceholderData ? '' : undefined}>
      <caption>{words.title}</caption>
      <thead>
        <tr>
          <th scope="col">{words.zone(zone)}</th>
          {zone !== mine && <th scope="col">{words.mine}</th>}
        </tr>
      </thead>
      <tbody>
        {times.map((at) => (
          <tr key={at}>
            <td>{timeIn(at, zone)}</td>
            {zone !== mine && <td>{timeIn(at, mine)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
