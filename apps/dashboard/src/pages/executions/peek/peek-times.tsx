import type { CSSProperties } from 'react';
import { blockLookOf } from '../../../core/block-look/block-look.js';
import { durationText } from '../../../core/format/format.js';
import type { LogDetail } from '../../../data/log.queries.js';
import { CategoryTile } from '../../../parts/category-tile/category-tile.js';
import { useNow } from '../../../parts/time/use-now.js';
import { executionPeekText as words } from '../../../text/execution-peek.js';
import { type TimeBar, timeSpent } from '../model/time-spent.js';
import styles from './peek-times.module.css';

const mostBlocks = 30;

export function PeekTimes({ log }: { log: LogDetail }) {
  const nowMs = useNow();
  const startMs = Date.parse(log.startedAt);
  const endMs = log.endedAt === null ? nowMs : Date.parse(log.endedAt);
  const { bars, waitedMs } = timeSpent(log.traceSpans, startMs, endMs);
  if (bars.length === 0) return null;
  const whole = durationText(Math.max(0, endMs - startMs));
  return (
    <section>
      <header>
        <h3>{words.times}</h3>
        <span>{waitedMs === 0 ? whole : words.waited(whole, durationText(waitedMs))}</span>
      </header>
      <ul className={styles.bars}>
        {bars.slice(0, mostBlocks).map((bar) => (
          <Bar key={bar.id} {...bar} />
        ))}
      </ul>
      {bars.length > mostBlocks && <p>{words.moreBlocks(bars.length - mostBlocks)}</p>}
    </section>
  );
}

function Bar({ name, blockType, isFailed, durationMs, start, width }: TimeBar) {
  const place = { '--x': start, '--w': width } as CSSProperties;
  return (
    <li data-failed={isFailed ? '' : undefined}>
      <span className={styles.name}>
        <CategoryTile blockType={blockType} />
        <span title={name}>{name}</span>
      </span>
      <span className={styles.track}>
        <i data-category={blockLookOf(blockType).category} style={place} />
      </span>
      <span className={styles.time}>{durationMs === null ? '' : durationText(durationMs)}</span>
    </li>
  );
}
