/** How a test ended the last time: its sign, and where it differed from what it expects. */
import { placeOfDifference, shownValue } from '../../../core/workflow-test/difference-text.js';
import type { LastResult, TestResult } from '../../../data/workflow-tests.queries.js';
import { SignLabel } from '../../../parts/status-label/status-label.js';
import { testText as words } from '../../../text/workflow-tests.js';
import { KeyValues } from '../../../ui/key-values.js';
import text from '../../../ui/text.module.css';
import { useEditor } from '../store/editor-context.js';
import styles from './tests.module.css';

const { state } = words;

const looks = {
  running: { sign: 'running', word: state.running },
  passed: { sign: 'success', word: state.passed },
  failed: { sign: 'error', word: state.failed },
  stopped: { sign: 'error', word: state.stopped },
  lost: { sign: 'cancelled', word: state.lost },
  notRun: { sign: 'draft', word: words.notRun },
} as const;

function lookOf(last: LastResult | undefined): keyof typeof looks {
  if (last === undefined) return 'notRun';
  if (last.kind !== 'ended') return last.kind;
  if (last.result.passed) return 'passed';
  return last.result.problem === null ? 'failed' : 'stopped';
}

export function TestSign({ last }: { last: LastResult | undefined }) {
  return <SignLabel look={looks[lookOf(last)]} />;
}

export interface TestDetailProps {
  last: LastResult | undefined;
  names: ReadonlyMap<string, string>;
}

/** Nothing for a test that passed against the draft as it is. */
export function TestDetail({ last, names }: TestDetailProps) {
  const revision = useEditor((editor) => editor.revision);
  if (last?.kind === 'lost') return <p className={styles.says}>{last.problem ?? words.lost}</p>;
  if (last?.kind !== 'ended') return null;
  const { result } = last;
  return (
    <>
      {last.revision !== null && last.revision !== revision && (
        <p className={styles.says}>{words.before(last.revision)}</p>
      )}
      {result.problem !== null && <p className={styles.says}>{result.problem}</p>}
      {result.differences.map((difference) => (
        <Difference key={difference.field} difference={difference} names={names} />
      ))}
    </>
  );
}

export type TestDifference = TestResult['differences'][number];

export function placeText(field: string, names: ReadonlyMap<string, string>): string {
  const place = placeOfDifference(field, [...names.keys()]);
  if (place.blockId !== null)
    return words.place(names.get(place.blockId) ?? place.blockId, place.field);
  return field === 'path' ? words.path : field === 'output' ? words.whole : field;
}

/** Blocks by their names. */
export function valueText(
  { field, isCut }: TestDifference,
  value: unknown,
  names: ReadonlyMap<string, string>,
): string {
  if (field === 'path' && Array.isArray(value))
    return value.map((id) => names.get(String(id)) ?? String(id)).join(', ');
  return shownValue(value, isCut);
}

function Difference({
  difference,
  names,
}: {
  difference: TestDifference;
  names: ReadonlyMap<string, string>;
}) {
  const { field, expected, got } = difference;
  return (
    <div className={styles.difference}>
      <p className={text.strong}>{placeText(field, names)}</p>
      <KeyValues
        items={[
          { term: words.expected, value: <code>{valueText(difference, expected, names)}</code> },
          { term: words.got, value: <code>{valueText(difference, got, names)}</code> },
        ]}
      />
    </div>
  );
}
