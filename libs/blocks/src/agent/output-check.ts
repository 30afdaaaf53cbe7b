/**
 * Checks a model's text against the block's JSON schema. Providers promise a match; self-hosted
 * servers often break it. The check runs in the sandbox: the schema is the author's, and a pattern
 * may take for ever.
 */
import type { BlockError, EffectContext } from '../block.js';

interface CheckedOutput {
  /** Null without a schema, and when the text is not JSON. */
  readonly data: unknown;
  readonly error: BlockError | null;
}

export type OutputCheck = (text: string) => Promise<CheckedOutput>;

const longestMessage = 500;
const timeoutMs = 5_000;

const invalid = (data: unknown, message: string): CheckedOutput => ({
  data,
  error: { code: 'MODEL_OUTPUT_INVALID', message: message.slice(0, longestMessage) },
});

export function outputCheck(
  schema: Readonly<Record<string, unknown>> | undefined,
  { sandbox, signal }: Pick<EffectContext, 'sandbox' | 'signal'>,
): OutputCheck {
  if (schema === undefined) return () => Promise.resolve({ data: null, error: null });
  return async (text) => {
    let data: unknown;
    try {
      data = JSON.parse(text) as unknown;
    } catch {
      return invalid(null, 'The model did not answer with JSON');
    }
    const checked = await sandbox.run({ schema, valueText: text, timeoutMs }, signal);
    if (!checked.ok)
      return invalid(data, `The check of the model's answer against the schema took too long`);
    const problem = JSON.parse(checked.valueText) as string | null;
    return problem === null
      ? { data, error: null }
      : invalid(data, `The model's answer does not match the schema: ${problem}`);
  };
}
