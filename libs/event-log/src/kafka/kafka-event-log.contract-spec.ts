import { describeEventLogContract } from '../testing/event-log-contract.js';
import { createKafkaEventLog } from './kafka-event-log.js';

describeEventLogContract('the event log over kafkajs', () =>
  createKafkaEventLog({
    brokers: (process.env['TEST_KAFKA_BROKERS'] ?? '').split(','),
    clientId: 'contract-test',
  }),
);
