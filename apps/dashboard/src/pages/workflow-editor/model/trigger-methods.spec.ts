import { expect, it } from '@jest/globals';
import { methodsOf } from './trigger-methods.js';

const hook = (methods: unknown) => [{ type: 'webhook', config: { methods } }];

it('reads the methods of a webhook, and POST where there are none', () => {
  expect([[], hook(['GET', 1]), hook('x'), hook([])].map(methodsOf)).toEqual([
    ...[null, ['GET'], ['POST'], ['POST']],
  ]);
});
