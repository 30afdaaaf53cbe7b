/** The schemas of all block types, as the server publishes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configSchemas, type ConfigSchema } from '../config-schemas.js';

/** `npm run docs:check` fails when this file is not what the blocks say. */
const file = join(import.meta.dirname, '../../../../../../schemas/workflow-definition.json');

export const blockSchemas: Readonly<Record<string, ConfigSchema>> = configSchemas(
  readFileSync(file, 'utf8'),
);
