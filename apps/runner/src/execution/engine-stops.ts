/** Reasons for which the engine itself ends an execution. */
import { maxExecutionOutputBytes, maxExecutionResults } from '@libs/contracts';
import type { Stop } from '@libs/execution';

export const stateTooLarge: Stop = {
  kind: 'failed',
  code: 'STATE_TOO_LARGE',
  message: `It has more than ${maxExecutionResults} results of blocks, or more than ${maxExecutionOutputBytes} bytes of outputs. Let child workflows do parts of it`,
};

export const capacityExceeded: Stop = {
  kind: 'failed',
  code: 'CAPACITY_EXCEEDED',
  message:
    'Together the executions of the process that ran it held more outputs than it has room for, and this one more than its share. Run it again later, or fewer at a time',
};

export const internalError: Stop = {
  kind: 'failed',
  code: 'INTERNAL_ERROR',
  message: 'A fault of the engine ended it. The log of the runner says which',
};
