/**
 * `variables`: named values, computed once: `<variables.total>`. Types are kept, references
 * resolved. A name that is also a variable of the workflow is assigned: from then on
 * `<variable.total>` is the new value.
 */
import { z } from 'zod';
import { defineBlock, succeeded } from '../block.js';
import { onError } from '../on-error.js';
import { ui } from '../hints.js';

const config = z.strictObject({
  values: z
    .record(
      z
        .string()
        .regex(
          /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
          'must be 1 to 64 letters, digits or _, not beginning with a digit',
        ),
      z.unknown(),
    )
    .refine((values) => Object.keys(values).length > 0, 'must hold at least one name')
    .meta(ui('key-values'))
    .describe('Values by name; later blocks read `<variable.name>`'),
  onError,
});

export const variablesBlock = defineBlock({
  type: 'variables',
  role: 'pure',
  config,
  outputs: {},
  moreOutputs: ({ values }) => Object.keys(values),
  assigns: ({ values }) => Object.keys(values),
  recorded: ['values'],
  secretFree: ({ values }) => Object.keys(values),
  compile: ({ values }, compiler) => {
    const resolve = compiler.value(values, '.values');
    return { role: 'pure', evaluate: (scope) => succeeded(null, resolve(scope), ['out']) };
  },
});
