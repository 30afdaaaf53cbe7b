export { migrate, openDatabase } from './database.js';
export type { Database, DatabaseOptions } from './database.js';
export { entities } from './entities/index.js';
