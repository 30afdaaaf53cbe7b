/** The server and the key that a command uses. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError, type Values } from './arguments.js';

export interface Connection {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const remedy = 'Start the service with "npm start", or set FLOWLEDGER_URL and FLOWLEDGER_API_KEY';

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '')
    throw new UsageError(
      `"${text}" is no address of a server: write it like https://flow.example, without a user`,
    );
  return `${url.origin}${url.pathname.replace(/(\/api(\/v1)?)?\/*$/, '')}`;
}

async function storedConnection(path: string): Promise<Connection> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null)
    throw new UsageError(`No server is named, and ${path} does not exist. ${remedy}`);
  try {
    const { baseUrl, apiKey } = JSON.parse(text) as Partial<Connection>;
    if (typeof baseUrl === 'string' && typeof apiKey === 'string') return { baseUrl, apiKey };
  } catch {
    // Told below, like a file without these fields.
  }
  throw new UsageError(`${path} has no "baseUrl" and "apiKey". ${remedy}`);
}

/**
 * The stored key goes only to the stored server: whoever names another one names a key too.
 * @throws UsageError
 */
export async function connectionOf(values: Values, env: Environment): Promise<Connection> {
  const named = (option: string, variable: string): string | undefined => {
    const value = values[option] ?? env[variable];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const url = named('url', 'FLOWLEDGER_URL');
  const key = named('key', 'FLOWLEDGER_API_KEY');
  if (url !== undefined) {
    if (key === undefined)
      throw new UsageError('The API key is missing: set FLOWLEDGER_API_KEY, or pass --key');
    return { baseUrl: checkedUrl(url), apiKey: key };
  }
  const stored = await storedConnection(join(env['DATA_DIR'] ?? '.data', 'credentials.json'));
  return { baseUrl: checkedUrl(stored.baseUrl), apiKey: key ?? stored.apiKey };
}
