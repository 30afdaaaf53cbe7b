/**
 * `router`: one port out of many, by a value (`<order.country>` equals "DE") or by ordered
 * expressions. Values are compared as text, so that 200 and "200" are equal. Without a match the
 * port that `otherwise` names is taken; without that the path ends here.
 */
import { chargedText } from '@libs/workflow';
import { z } from 'zod';
import { type BlockOutcome, defineBlock, succeeded } from '../block.js';
import { compileBranches, portName, refuseRepeatedPorts } from '../code/choose-branch.js';
import { onError } from '../on-error.js';
import { either, ui } from '../hints.js';

const route = z.strictObject({
  port: portName.describe('Followed when it is the first route that matches'),
  equals: z.unknown().optional().describe('With `value`: a value, a reference, or a list of them'),
  expression: z
    .string()
    .min(1)
    .max(10_000)
    .optional()
    .meta(ui('expression'))
    .describe('Without `value`'),
});

const config = z
  .strictObject({
    value: z
      .unknown()
      .optional()
      .describe('Compared as text; without it each route has an expression'),
    routes: z.array(route).min(1).max(100).superRefine(refuseRepeatedPorts).describe('In order'),
    otherwise: portName.optional().describe('Port without a matching route; else this path ends'),
    onError,
  })
  .superRefine(({ value, routes }, context) => {
    const wanted = value === undefined ? 'expression' : 'equals';
    for (const [index, one] of routes.entries()) {
      if (one[wanted] !== undefined) continue;
      const message =
        wanted === 'equals'
          ? 'is required when the router has a value'
          : 'is required when the router has no value';
      context.addIssue({ code: 'custom', path: ['routes', index, wanted], message });
    }
  })
  .meta(
    either(
      { title: 'By a value', fields: ['value', 'routes[].equals'] },
      { title: 'By expressions', fields: ['routes[].expression'] },
    ),
  );

type Config = z.output<typeof config>;

function finish({ routes, otherwise }: Config, input: unknown, taken: number): BlockOutcome {
  const port = routes[taken]?.port ?? otherwise ?? null;
  return succeeded(input, { port, matched: taken >= 0 }, port === null ? [] : [port]);
}

export const routerBlock = defineBlock({
  type: 'router',
  role: 'pure',
  config,
  outputs: { port: 'the port that was followed, or null', matched: 'whether a route matched' },
  ports: { from: 'routes[].port', also: 'otherwise' },
  code: { 'routes[].expression': 'expression' },
  compile: (configured, compiler) => {
    const { value, routes } = configured;
    if (value === undefined) {
      const pathOf = (index: number): string => `routes[${index}].expression`;
      const input = { routes };
      return compileBranches(routes, compiler, pathOf, (_, taken) =>
        finish(configured, input, taken),
      );
    }
    const actual = compiler.value(value, '.value');
    const expected = routes.map(({ equals }, index) =>
      compiler.value(equals, `.routes[${index}].equals`),
    );
    return {
      role: 'pure',
      evaluate: (scope) => {
        const resolved = actual(scope);
        const { budget } = scope;
        const text = chargedText(resolved, budget, '.value');
        const taken = expected.findIndex((one, index) =>
          [one(scope)].flat().some((item) => {
            const where = `.routes[${index}].equals`;
            const wanted = chargedText(item, budget, where);
            if (wanted.length !== text.length) return false;
            budget.step(text.length, where);
            return wanted === text;
          }),
        );
        return finish(configured, { value: resolved }, taken);
      },
    };
  },
});
