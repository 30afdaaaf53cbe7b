export { ConfigError, loadConfig, Secret } from './config.js';
export type { Config } from './config.js';
