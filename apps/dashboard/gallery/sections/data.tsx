import { AttemptPips, type Pip } from '../../src/parts/attempt-pips/attempt-pips.js';
import { CategoryTile } from '../../src/parts/category-tile/category-tile.js';
import { DurationBar } from '../../src/parts/duration-bar/duration-bar.js';
import { Sparkline } from '../../src/parts/sparkline/sparkline.js';
import { TimeAxis, TimeBackdrop } from '../../src/parts/time-axis/time-axis.js';
import styles from '../gallery.module.css';
import { Row, Section } from '../section.js';

const kinds = [
  ['webhook', 'Trigger'],
  ['api', 'Action'],
  ['agent', 'Agent'],
  ['condition', 'Logic'],
  ['function', 'Data'],
  ['loop', 'Flow'],
  ['approval', 'Person, time'],
  ['response', 'Answer'],
] as const;

const bars = Array.from({ length: 28 }, (_, index) => {
  const total = index % 9 === 4 ? 0 : 40 + ((index * 37) % 60);
  return { total, errors: index === 12 ? 1 : index > 20 && total > 0 ? total / 4 : 0 };
});
const tries: readonly (readonly [string, readonly Pip[]])[] = [
  ['Delivered', ['succeeded']],
  ['Delivered on the fourth try', ['failed', 'failed', 'failed', 'succeeded']],
  ['Failed twice, the third try is due', ['failed', 'failed', 'due', 'planned', 'planned']],
  ['Given up after five tries', ['failed', 'failed', 'failed', 'failed', 'failed']],
];

export function Categories() {
  return (
    <Section title="Block categories">
      <Row isLoose>
        {kinds.map(([type, name]) => (
          <Row key={type}>
            <CategoryTile blockType={type} size={22} />
            <span>{name}</span>
          </Row>
        ))}
      </Row>
      <Row isLoose>
        {kinds.map(([type]) => (
          <CategoryTile key={type} blockType={type} />
        ))}
        <CategoryTile blockType="of a newer server" size={30} />
        <CategoryTile blockType="agent" size={30} isGrey />
      </Row>
    </Section>
  );
}

export function Data() {
  return (
    <Section title="Data">
      <Row isLoose>
        {tries.map(([label, attempts]) => (
          <AttemptPips key={label} label={label} attempts={attempts} />
        ))}
      </Row>
      <Row>
        <div className={styles.narrow}>
          <Sparkline label="1,700 runs in 28 hours, 92 failed" bars={bars} />
        </div>
        <div className={styles.narrow}>
          <Sparkline label="Failures in 28 hours" bars={bars} isErrorsOnly />
        </div>
      </Row>
      <Sparkline label="1,700 runs in 28 hours, 92 failed" bars={bars} size="large" />
      <div className={styles.narrow}>
        <DurationBar durationMs={842} p95Ms={2_000} />
        <DurationBar durationMs={4_200} p95Ms={3_000} />
        <DurationBar durationMs={900} p95Ms={3_000} isFailed />
        <DurationBar durationMs={900} p95Ms={null} />
      </div>
      <div className={styles.axis}>
        <TimeAxis
          ticks={[
            { x: 0, text: '0', kind: 'time' },
            { x: 22, text: '1 s', kind: 'time' },
            { x: 47, text: '14 min', kind: 'length' },
            { x: 70, text: '2 s', kind: 'time' },
          ]}
        />
        <TimeBackdrop folds={[{ x: 44, width: 6 }]} line={{ x: 88, tone: 'now' }} />
      </div>
    </Section>
  );
}
