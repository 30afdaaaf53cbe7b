/**
 * `node dist/apps/standalone/src/migrate.js`: prepares schema, topics and default workspace, then
 * exits. For deployments.
 */
import { loadConfig, publicUrlOf } from '@libs/config';
import { prepare } from './prepare.js';

const config = loadConfig(process.env);
await prepare(config, publicUrlOf(config));
process.stdout.write('schema, topics and default workspace are in place\n');
