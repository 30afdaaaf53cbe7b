/** Compares a test's run with what the test expects. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { TestRun } from './test-run.js';
import type { Expected } from './workflow-test.js';

export interface Unmet {
  /** Path inside `expect`. */
  readonly field: string;
  readonly expected: unknown;
  readonly got: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** An object needs the expected fields and may have more; a list needs exactly its items. */
function* differences(field: string, expected: unknown, got: unknown): Generator<Unmet> {
  if (isObject(expected) && isObject(got)) {
    for (const [name, value] of Object.entries(expected))
      yield* differences(`${field}.${name}`, value, got[name]);
    return;
  }
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length) {
    for (const [index, value] of expected.entries())
      yield* differences(`${field}[${index}]`, value, got[index]);
    return;
  }
  if (!isDeepStrictEqual(expected, got)) yield { field, expected, got };
}

/** The first run of every block, in order; the trigger begins. */
export function pathOf({ history }: TestRun): string[] {
  const ran = [...history.results.values()].map(({ blockId }) => blockId);
  return [...new Set([history.started?.triggerBlockId ?? '', ...ran])];
}

const parsed = (text: string | null | undefined): unknown =>
  text == null ? null : (JSON.parse(text) as unknown);

/** The output of a block's last run. */
function outputOf({ history }: TestRun, blockId: string): unknown {
  const last = [...history.results.values()].findLast((result) => result.blockId === blockId);
  if (last !== undefined) return parsed(last.outputText);
  return blockId === history.started?.triggerBlockId ? parsed(history.started.input) : undefined;
}

function responseOf({ ending: { response } }: TestRun): unknown {
  if (response === null) return null;
  const { status, headers, body } = response;
  return { status, headers: parsed(headers), body: parsed(body) };
}

/** Without a word about the end, a test expects success. */
const statusOf = ({ status, error }: Expected): 'success' | 'error' =>
  status ?? (error === undefined ? 'success' : 'error');

/** Empty when the test passed. */
export function unmetOf(expected: Expected, run: TestRun): Unmet[] {
  const { output, response, error, path, blocks = {} } = expected;
  const { ending } = run;
  const status = statusOf(expected);
  const unmet: Unmet[] = [];
  if (ending.status !== status) {
    const { code, message, blockId } = ending.error ?? {};
    const got =
      code === undefined ? ending.status : { status: ending.status, code, message, blockId };
    unmet.push({ field: 'status', expected: status, got });
  }
  if (error !== undefined) unmet.push(...differences('error', error, ending.error));
  if (output !== undefined)
    unmet.push(...differences('output', output, parsed(ending.finalOutput)));
  if (response !== undefined) unmet.push(...differences('response', response, responseOf(run)));
  if (path !== undefined && !isDeepStrictEqual(path, pathOf(run)))
    unmet.push({ field: 'path', expected: path, got: pathOf(run) });
  for (const [blockId, value] of Object.entries(blocks))
    unmet.push(...differences(`blocks.${blockId}`, value, outputOf(run, blockId)));
  return unmet;
}
