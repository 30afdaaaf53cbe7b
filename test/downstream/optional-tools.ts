/** Tests that need a tool which a machine may lack. */
import { describe, it } from '@jest/globals';

/**
 * `it` or `describe` for tests that need an optional tool. Without the tool the tests are skipped
 * and the reason is printed. With `CI` set they fail, so that a green build has run them.
 */
function needing<T extends typeof it | typeof describe>(run: T, tool: string, has: boolean): T {
  if (has || process.env['CI'] !== undefined) return run;
  process.stderr.write(`${tool} is not installed: what needs it is not tried\n`);
  return run.skip as T;
}

export const itWith = (tool: string, has: boolean): typeof it => needing(it, tool, has);
export const describeWith = (tool: string, has: boolean): typeof describe =>
  needing(describe, tool, has);
