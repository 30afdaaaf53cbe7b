/** The failure setting of every block except triggers. */
import { z } from 'zod';

export const onError = z
  .enum(['fail', 'continue'])
  .optional()
  .describe(
    'After a failure, where no edge hangs on `error`: end the execution, or go on by the port `out`',
  );
