/** Does the model's text hold what the block's JSON schema asks for? Providers promise it, servers at home often don't. */
import { z } from 'zod';
import type { BlockError } from '../block.js';

export interface CheckedOutput {
  /** Null without a schema, and when the text is not JSON. */
  readonly data: unknown;
  readonly error: BlockError | null;
}

const longestMessage = 500;

function validatorFor(schema: Readonly<Record<string, unknown>>): z.ZodType | null {
  try {
    return z.fromJSONSchema(schema);
  } catch {
    // A schema with keywords that we don't know goes to the provider as it is; then only JSON is asked for here.
    return null;
  }
}

const invalid = (data: unknown, message: string): CheckedOutput => ({
  data,
  error: { code: 'MODEL_OUTPUT_INVALID', message: message.slice(0, longestMessage) },
});

export function outputCheck(
  schema: Readonly<Record<string, unknown>> | undefined,
): (text: string) => CheckedOutput {
  if (schema === undefined) return () => ({ data: null, error: null });
  const validator = validatorFor(schema);
  return (text) => {
    let data: unknown;
    try {
      data = JSON.parse(text) as unknown;
    } catch {
      return invalid(null, 'The model did not answer with JSON');
    }
    const [issue] = validator?.safeParse(data).error?.issues ?? [];
    if (issue === undefined) return { data, error: null };
    const place = issue.path.length === 0 ? 'the answer' : issue.path.join('.');
    return invalid(data, `The model's answer does not fit the schema: ${place}: ${issue.message}`);
  };
}
