/** The contract of the port: the in-memory log and the Kafka log run the same cases. */
import { afterAll, beforeAll, describe } from '@jest/globals';
import type { EventLog } from '../ports.js';
import { newName, type Fixture } from './contract-fixture.js';
import { appendAndAdminCases } from './append-cases.js';
import { consumeCases } from './consume-cases.js';
import { groupCases } from './group-cases.js';
import { rangeAndTransactionCases } from './transaction-cases.js';

export function describeEventLogContract(name: string, makeEventLog: () => EventLog): void {
  describe(`${name} keeps the event log's contract`, () => {
    let log: EventLog;
    beforeAll(() => {
      log = makeEventLog();
    });
    afterAll(() => log.close());

    const fixture: Fixture = {
      get log() {
        return log;
      },
      async newTopic(partitions) {
        const topic = newName('topic');
        await log.admin.ensureTopics([{ name: topic, partitions, config: {} }]);
        return topic;
      },
    };
    appendAndAdminCases(fixture);
    consumeCases(fixture);
    groupCases(fixture);
    rangeAndTransactionCases(fixture);
  });
}
