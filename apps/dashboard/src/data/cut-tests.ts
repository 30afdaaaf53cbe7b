/** Tests as the server sends them. Their text is cut from the answer, so it keeps its digits. */
import { itemsOf, kindOfValue, rawOf, stringOf, valueAt } from '../core/edit/text/json-value.js';
import { readJson } from '../core/edit/text/read-json.js';

export interface WorkflowTest {
  readonly id: string;
  /** Empty: it has none. */
  readonly name: string;
  /** JSON, as it was sent. */
  readonly text: string;
  readonly updatedAt: string;
}

/** @param said an answer with a list of tests; null: it is another one */
export function cutTests(said: string): readonly WorkflowTest[] | null {
  const root = readJson(said);
  const list = root && valueAt(root, ['data']);
  if (list === null || kindOfValue(list) !== 'array') return null;
  return itemsOf(list).flatMap((item) => {
    const test = valueAt(item, ['test']);
    if (test === null) return [];
    const textAt = (...path: readonly string[]): string => {
      const found = valueAt(item, path);
      return (found && stringOf(found)) ?? '';
    };
    const [id, updatedAt] = [textAt('id'), textAt('updatedAt')];
    return [{ id, name: textAt('test', 'name'), text: rawOf(test), updatedAt }];
  });
}
