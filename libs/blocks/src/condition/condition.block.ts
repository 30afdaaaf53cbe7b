/** `condition`: ordered if / else-if / else; the first expression that is true decides the port. */
import { compileExpression, ExpressionError } from '@libs/workflow';
import { z } from 'zod';
import { defineBlock, succeeded } from '../block.js';

const portName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -');

const config = z.strictObject({
  conditions: z
    .array(z.strictObject({ port: portName, expression: z.string().min(1).max(10_000).optional() }))
    .min(1)
    .max(100)
    .superRefine((conditions, context) => {
      const ports = new Set<string>();
      for (const [index, { port, expression }] of conditions.entries()) {
        if (port === 'error')
          context.addIssue({ code: 'custom', path: [index, 'port'], message: '"error" is taken' });
        if (ports.has(port)) {
          context.addIssue({
            code: 'custom',
            path: [index, 'port'],
            message: `the port "${port}" is there twice`,
          });
        }
        ports.add(port);
        if (expression === undefined && index < conditions.length - 1) {
          context.addIssue({
            code: 'custom',
            path: [index, 'expression'],
            message: 'only the last one may be an else',
          });
        }
      }
    }),
  onError: z.enum(['fail', 'continue']).optional(),
});

export const conditionBlock = defineBlock({
  type: 'condition',
  role: 'pure',
  config,
  ports: ({ conditions }) => conditions.map(({ port }) => port),
  compile: ({ conditions }, compiler) => {
    const branches = conditions.map(({ port, expression }, index) => {
      if (expression === undefined) return { port, expression, test: () => true };
      try {
        const path = `.conditions[${index}].expression`;
        return { port, expression, test: compileExpression(expression, compiler, path) };
      } catch (error) {
        if (error instanceof ExpressionError) {
          throw new ExpressionError(`conditions[${index}].expression: ${error.message}`, {
            cause: error,
          });
        }
        throw error;
      }
    });
    return {
      role: 'pure',
      evaluate: (scope) => {
        const taken = branches.findIndex(({ test }) => Boolean(test(scope)));
        const branch = branches[taken];
        const output = {
          port: branch?.port ?? null,
          result: branch !== undefined,
          expression: branch?.expression ?? null,
        };
        return succeeded({ conditions }, output, branch === undefined ? [] : [branch.port]);
      },
    };
  },
});
