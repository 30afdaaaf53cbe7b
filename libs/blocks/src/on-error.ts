/** The failure setting of every block except triggers. */
import { z } from 'zod';
import { advanced, labels } from './hints.js';

export const onError = z
  .enum(['fail', 'continue'])
  .optional()
  .meta({
    title: 'After a failure',
    ...advanced,
    ...labels({ fail: 'End the execution', continue: 'Go on' }),
  })
  .describe(
    'After a failure, where no edge hangs on `error`: end the execution, or go on by the port `out`',
  );
