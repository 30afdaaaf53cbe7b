/** `node dist/apps/standalone/src/migrate.js`: prepares schema, topics and default workspace, then ends. For deployments. */
import { loadConfig } from '@libs/config';
import { prepare } from './prepare.js';

const config = loadConfig(process.env);
await prepare(config, config.FLOWLEDGER_PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`);
process.stdout.write('schema, topics and default workspace are in place\n');
