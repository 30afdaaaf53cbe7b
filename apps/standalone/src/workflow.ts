/**
 * `npm run workflow -- validate|deploy|run FILE [--input JSON] [--url URL --key KEY]`: workflows
 * kept in git as JSON or YAML. Server and key default to `$DATA_DIR/credentials.json`. Exit code 1
 * for a problem in the file or a failed run.
 */
import { ApiRefusal, createClient, type Client } from '@libs/client';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deployFile } from './workflow-cli/deploy-file.js';
import { readWorkflowFile, WorkflowFileError } from './workflow-cli/workflow-file.js';

const usage =
  'usage: npm run workflow -- validate|deploy|run FILE [--input JSON] [--url URL --key KEY]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    input: { type: 'string', default: '{}' },
    url: { type: 'string' },
    key: { type: 'string' },
  },
});
const [command = '', path = '', ...more] = positionals;

class UsageError extends Error {}

async function connected(): Promise<Client> {
  const file = join(process.env['DATA_DIR'] ?? '.data', 'credentials.json');
  const read = async (): Promise<{ baseUrl: string; apiKey: string }> => {
    const text = await readFile(file, 'utf8').catch(() => {
      throw new UsageError(`${file} does not exist: start the service, or pass --url and --key`);
    });
    return JSON.parse(text) as { baseUrl: string; apiKey: string };
  };
  const known = values.url !== undefined && values.key !== undefined ? null : await read();
  return createClient({
    baseUrl: values.url ?? known?.baseUrl ?? '',
    apiKey: values.key ?? known?.apiKey ?? '',
  });
}

/** False when the run failed. */
async function perform(): Promise<boolean> {
  const file = await readWorkflowFile(path);
  if (command === 'validate') {
    console.log(`${path}: "${file.name}" is valid`);
    return true;
  }
  const client = await connected();
  const deployed = await deployFile(client, file);
  if (command === 'deploy') {
    console.log(JSON.stringify(deployed));
    return true;
  }
  const run = await client.call('executeWorkflow', {
    path: { id: deployed.workflowId },
    body: JSON.parse(values.input) as Record<string, unknown>,
  });
  console.log(JSON.stringify(run.data, null, 2));
  return !('status' in run.data) || run.data.status === 'success';
}

function told(error: unknown): readonly string[] {
  if (error instanceof WorkflowFileError) return error.lines;
  if (error instanceof ApiRefusal) return [`${error.status} ${error.body.code}: ${error.message}`];
  return [error instanceof Error ? error.message : String(error)];
}

if (!['validate', 'deploy', 'run'].includes(command) || path === '' || more.length > 0) {
  console.error(usage);
  process.exitCode = 2;
} else {
  try {
    if (!(await perform())) process.exitCode = 1;
  } catch (error) {
    for (const line of told(error)) console.error(line);
    process.exitCode = 1;
  }
}
