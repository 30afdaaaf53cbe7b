/** The results of one run of tests as JSON, bounded: an author can make them large. Pure. */
import type { TestResult } from '@libs/workflow-test';

const maxBytes = 1_024 ** 2;
/** Results without their differences are small. */
const reservedBytes = 2_000;

export class ToldResults {
  readonly #texts: string[] = [];
  #bytes = 0;

  /** @param count how many there will be */
  constructor(private readonly count: number) {}

  add(result: TestResult): void {
    const text = JSON.stringify(result);
    const left = (this.count - this.#texts.length) * reservedBytes;
    const fits = this.#bytes + Buffer.byteLength(text) + left <= maxBytes;
    const told = fits ? text : JSON.stringify(withoutDetails(result));
    this.#texts.push(told);
    this.#bytes += Buffer.byteLength(told);
  }

  get json(): string {
    return `[${this.#texts.join(',')}]`;
  }
}

const withoutDetails = (result: TestResult): TestResult => ({
  ...result,
  problem: result.passed ? null : 'The results of this run are too large. Run this test alone',
  differences: [],
  path: null,
});
