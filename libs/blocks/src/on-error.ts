/** The failure setting of every block except triggers. */
import { z } from 'zod';
import { advanced, labels, unchosen } from './hints.js';

export const onError = z
  .enum(['fail', 'continue'])
  .optional()
  .meta({
    title: 'After a failure',
    ...advanced,
    ...labels({ fail: 'End the execution', continue: 'Go on' }),
    ...unchosen('End the execution'),
  })
  .describe('Where no edge leaves by `error`: end, or go on by `out`');
