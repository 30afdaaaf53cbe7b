/** `condition`: ordered if / else-if / else; the first true expression decides the port. */
import { z } from 'zod';
import { defineBlock, succeeded } from '../block.js';
import { compileBranches, portName, refuseRepeatedPorts } from '../code/choose-branch.js';
import { onError } from '../on-error.js';
import { ui } from '../hints.js';

const config = z.strictObject({
  conditions: z
    .array(
      z.strictObject({
        port: portName.describe('Followed when it is the first condition that is true'),
        expression: z
          .string()
          .min(1)
          .max(10_000)
          .optional()
          .meta(ui('expression'))
          .describe('JavaScript with references; a last one without it is the else'),
      }),
    )
    .min(1)
    .max(100)
    .superRefine((conditions, context) => {
      refuseRepeatedPorts(conditions, context);
      for (const [index, { expression }] of conditions.slice(0, -1).entries()) {
        if (expression !== undefined) continue;
        const message = 'only the last condition may leave out its expression (else)';
        context.addIssue({ code: 'custom', path: [index, 'expression'], message });
      }
    })
    .describe('If, else-if, else: in order'),
  onError,
});

export const conditionBlock = defineBlock({
  type: 'condition',
  role: 'pure',
  config,
  outputs: {
    port: 'the port that was followed, or null',
    result: 'whether a condition was true',
    expression: 'the one that was true',
  },
  ports: { from: 'conditions[].port' },
  code: { 'conditions[].expression': 'expression' },
  compile: ({ conditions }, compiler) =>
    compileBranches(
      conditions,
      compiler,
      (index) => `conditions[${index}].expression`,
      (_, taken) => {
        const branch = conditions[taken];
        const output = {
          port: branch?.port ?? null,
          result: branch !== undefined,
          expression: branch?.expression ?? null,
        };
        return succeeded({ conditions }, output, branch === undefined ? [] : [branch.port]);
      },
    ),
});
