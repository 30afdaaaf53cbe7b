/**
 * Starts the service once for all journeys, as `npm start` does: own Kafka and Postgres, the demo,
 * an empty data directory. Builds the gallery. Without a browser nothing is started: the journeys
 * are skipped, and with CI set they fail.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDashboard } from '../../../../scripts/build-dashboard.mjs';

/** Null: a browser starts here. */
async function whyNoBrowser() {
  const { openBrowser } = await import('../../../../test/support/browser.ts');
  try {
    await (await openBrowser()).close();
    return null;
  } catch (error) {
    return String(error).split('\n', 1)[0];
  }
}

const root = join(import.meta.dirname, '../../../..');
/** Machines of a CI are slow, and Kafka starts anew. */
const patienceMs = 180_000;

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

function untilReady(service, output) {
  return new Promise((resolve, reject) => {
    const failed = (reason) => reject(new Error(`${reason}\n${output()}`));
    const timer = setTimeout(() => failed('The service did not start'), patienceMs);
    const read = () => {
      const [, url] = /^ready (\S+)$/m.exec(output()) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    service.stdout.on('data', read);
    service.once('exit', () => failed('The service ended'));
  });
}

/** Of another site than the service, as a provider is: 127.0.0.1 beside localhost. */
async function startLogin(publicUrl) {
  const { startOidcLogin } = await import('../../../../test/support/oidc-login.ts');
  const redirectUri = `${publicUrl}/auth/oidc/sso/callback`;
  const login = await startOidcLogin({ clientId: 'journeys', redirectUri }, false);
  login.person = { email: 'journey@example.com', email_verified: true };
  return login;
}

async function startService(dataDir) {
  const port = String(await freePort());
  const publicUrl = `http://localhost:${port}`;
  const login = await startLogin(publicUrl);
  const main = join(root, 'dist/apps/standalone/src/main.js');
  const { PATH, HOME } = process.env;
  const service = spawn(process.execPath, [main], {
    cwd: root,
    env: {
      ...{ PATH, HOME, DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'warn' },
      FLOWLEDGER_PUBLIC_URL: publicUrl,
      FLOWLEDGER_OIDC_ISSUER: login.issuer,
      FLOWLEDGER_OIDC_CLIENT_ID: 'journeys',
      FLOWLEDGER_OIDC_NAME: 'Journey login',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [service.stdout, service.stderr])
    stream.on('data', (chunk) => (output += chunk.toString('utf8')));
  globalThis.journeyService = { service, dataDir, login };
  process.env.JOURNEY_PUBLIC_URL = publicUrl;
  return untilReady(service, () => output);
}

/** The service keeps the address of its Postgres there. */
function databaseOf(dataDir) {
  const { ports, password } = JSON.parse(
    readFileSync(join(dataDir, 'postgres/settings.json'), 'utf8'),
  );
  return `postgres://flowledger:${password}@127.0.0.1:${ports[0]}/flowledger`;
}

export default async function globalSetup() {
  const reason = await whyNoBrowser();
  if (reason !== null) {
    if (process.env.CI) throw new Error(`Journeys need a browser: ${reason}`);
    process.stderr.write(`journeys are skipped, because no browser starts: ${reason}\n`);
    process.env.JOURNEYS_SKIPPED = reason;
    return;
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'flowledger-journeys-'));
  process.env.JOURNEY_GALLERY = join(dataDir, 'gallery');
  await buildDashboard(process.env.JOURNEY_GALLERY, 'gallery');
  process.env.JOURNEY_URL = await startService(dataDir);
  const { apiKey, workspaceId } = JSON.parse(
    readFileSync(join(dataDir, 'credentials.json'), 'utf8'),
  );
  Object.assign(process.env, {
    ...{ JOURNEY_KEY: apiKey, JOURNEY_WORKSPACE: workspaceId },
    JOURNEY_DATABASE: databaseOf(dataDir),
  });
}
