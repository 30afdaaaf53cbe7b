import { describe } from '@jest/globals';
import type { OutgoingRecord } from '@libs/event-log';
import { join } from 'node:path';
import { matchGolden } from '../../../test/support/golden-records.js';
import {
  blockCompleted,
  executionCompleted,
  identity,
  ledgerRecord,
  received,
} from '../../../test/support/ledger-fixtures.js';
import { publicRecordOf } from './public-record.js';

const executionId = '00000001-0000-4000-8000-000000000000';
const ended = executionCompleted(identity(executionId, '33333333-3333-4333-8333-333333333333'), 5);
const step = blockCompleted(executionId, 3, 'call');
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** The public records of an end and of a step. */
const published = (marks: Readonly<Record<string, string>>): OutgoingRecord[] => {
  const ends = received(ledgerRecord(4, 0, 'ExecutionCompleted', ended, marks), 77);
  const steps = received(ledgerRecord(4, 0, 'BlockCompleted', step, marks), 76);
  return [
    publicRecordOf({ type: 'ExecutionCompleted', data: ended }, ends),
    publicRecordOf({ type: 'BlockCompleted', data: step }, steps),
  ].filter((record) => record !== null);
};

describe('records that the relay publishes', () => {
  matchGolden(join(import.meta.dirname, 'published-records.golden.json'), {
    'of a traced execution': () => published({ traceparent }),
    'of another execution': () => published({}),
  });
});
