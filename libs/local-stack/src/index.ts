export { startStack, startKafka, startPostgres } from './stack.js';
export type { LocalStack, StackOptions } from './stack.js';
export type {
  KafkaServer,
  Log,
  ManagedServer,
  PostgresServer,
  Provider,
} from './managed-server.js';
export { StackError, type StackErrorCode } from './stack.errors.js';
export type { BrokerSecurity } from './kafka-security.js';
