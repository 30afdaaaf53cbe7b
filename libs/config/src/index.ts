export { weaknessOfKey } from './bootstrap-key.js';
export { ConfigError, loadConfig } from './config.js';
export type { Config } from './config.js';
export { addressOf, publicUrlOf } from './public-url.js';
export { Secret } from './secret.js';
export { kafkaConnectionOf } from './kafka-connection.js';
export type { KafkaConnection } from './kafka-connection.js';
export { isAddressOrRange } from './trusted-proxies.js';
