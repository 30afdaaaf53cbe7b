/** The parts of a run that become a test, each to be left out or taken again. */
import { sizeText } from '../../core/format/size-text.js';
import { shownValue } from '../../core/workflow-test/difference-text.js';
import type { TestOffer } from '../../core/workflow-test/test-from-run.js';
import { hasPart, withPart } from '../../core/workflow-test/test-text.js';
import { testText } from '../../text/workflow-tests.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Notice } from '../../ui/notice.js';
import styles from './workflow-test.module.css';

const { dialog: words } = testText;

export interface TestPartsProps {
  offer: TestOffer;
  /** The test as it is now, JSON. */
  text: string;
  names: ReadonlyMap<string, string>;
  onChange: (text: string) => void;
}

const expectations: ReadonlyMap<string, string> = new Map(Object.entries(words.expectation));

const runsOf = (mock: unknown): number =>
  typeof mock === 'object' && mock !== null && 'each' in mock && Array.isArray(mock.each)
    ? mock.each.length
    : 1;

const detailOf = (mock: unknown): string =>
  `${words.times(runsOf(mock))}, ${sizeText(JSON.stringify(mock).length)}`;

export function TestParts({ offer, text, names, onChange }: TestPartsProps) {
  const { test, left, isOrderSure } = offer;
  const nameOf = (id: string): string => names.get(id) ?? id;
  const mocks = Object.entries(test.mocks);
  const isTaken = (path: readonly string[]): boolean => hasPart(text, path);
  const take = (path: readonly string[], value: unknown, isOn: boolean): void =>
    onChange(withPart(text, path, isOn ? value : undefined));
  const shownOf = (key: string, value: unknown): string =>
    key === 'path' && Array.isArray(value)
      ? value.map((id) => nameOf(String(id))).join(', ')
      : shownValue(value, false);
  return (
    <>
      <fieldset className={styles.parts}>
        <legend>{words.mocks}</legend>
        {mocks.length === 0 && left.length === 0 && <p>{words.noMocks}</p>}
        {mocks.map(([id, mock]) => (
          <Checkbox
            key={id}
            isSelected={isTaken(['mocks', id])}
            onChange={(isOn) => take(['mocks', id], mock, isOn)}
            detail={isTaken(['mocks', id]) ? detailOf(mock) : words.real(nameOf(id))}
          >
            {nameOf(id)}
          </Checkbox>
        ))}
      </fieldset>
      {left.length > 0 && <Notice tone="waiting" title={words.left(left.map(nameOf))} />}
      <fieldset className={styles.parts}>
        <legend>{words.expect}</legend>
        {Object.entries(test.expect).map(([key, value]) => (
          <Checkbox
            key={key}
            isSelected={isTaken(['expect', key])}
            onChange={(isOn) => take(['expect', key], value, isOn)}
            detail={shownOf(key, value)}
          >
            {expectations.get(key) ?? key}
          </Checkbox>
        ))}
      </fieldset>
      {!isOrderSure && <Notice title={words.order} />}
    </>
  );
}
