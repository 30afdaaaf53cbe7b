/** The failure setting of every block except triggers. */
import { z } from 'zod';
import { advanced } from './hints.js';

export const onError = z
  .enum(['fail', 'continue'])
  .optional()
  .meta(advanced)
  .describe(
    'After a failure, where no edge hangs on `error`: end the execution, or go on by the port `out`',
  );
