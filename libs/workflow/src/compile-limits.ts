import { NearestNames } from './nearest-name.js';

/**
 * Limits that all templates of one workflow share, because it is compiled in one turn of the event
 * loop.
 */
const maxReferences = 20_000;
const maxCodeLength = 160 * 1_024;
/** More do not help the author. */
const maxProblems = 100;
export class CompileLimits {
  #references = 0;
  #codeLength = 0;
  #problems = 0;
  /** For suggestions. */
  readonly nearest = new NearestNames();

  get referenceCount(): number {
    return this.#references;
  }

  get mayReport(): boolean {
    return this.#problems < maxProblems;
  }

  /** @throws WorkflowTooLargeError */
  countReference(): void {
    this.#references += 1;
    if (this.#references > maxReferences)
      throw new WorkflowTooLargeError(
        `the workflow has more than ${maxReferences} references. Refer to whole outputs, or move a part into child workflows`,
      );
  }

  /** @throws WorkflowTooLargeError */
  countCode(length: number): void {
    this.#codeLength += length;
    if (this.#codeLength > maxCodeLength)
      throw new WorkflowTooLargeError(
        `the workflow has more than ${maxCodeLength} characters of code; those of expressions count twice. Shorten it, or move a part into child workflows`,
      );
  }

  countProblem(): void {
    this.#problems += 1;
  }
}

export class WorkflowTooLargeError extends Error {
  override readonly name = 'WorkflowTooLargeError';
}
