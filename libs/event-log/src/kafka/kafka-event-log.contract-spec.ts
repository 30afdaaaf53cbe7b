import { jest } from '@jest/globals';
import { describeEventLogContract } from '../testing/event-log-contract.js';
import { createKafkaEventLog } from './kafka-event-log.js';

jest.setTimeout(30_000);

describeEventLogContract('the event log over kafkajs', () =>
  createKafkaEventLog({
    brokers: (process.env['TEST_KAFKA_BROKERS'] ?? '').split(','),
    clientId: 'contract-test',
  }),
);
