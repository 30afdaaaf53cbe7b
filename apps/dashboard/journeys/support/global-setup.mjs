/**
 * Starts the service once for all journeys, as `npm start` does: own Kafka and Postgres, the demo,
 * an empty data directory. Builds the gallery. Without a browser nothing is started: the journeys
 * are skipped, and with CI set they fail.
 */
import { join } from 'node:path';
import { buildDashboard } from '../../../../scripts/build-dashboard.mjs';
import { databaseOf, freePort, startService } from './start-service.mjs';

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

/** Of another site than the service, as a provider is: 127.0.0.1 beside localhost. */
async function startLogin(publicUrl) {
  const { startOidcLogin } = await import('../../../../test/support/oidc-login.ts');
  const redirectUri = `${publicUrl}/auth/oidc/sso/callback`;
  const login = await startOidcLogin({ clientId: 'journeys', redirectUri }, false);
  login.person = { email: 'journey@example.com', email_verified: true };
  return login;
}

async function startWithLogin() {
  const port = String(await freePort());
  const publicUrl = `http://localhost:${port}`;
  const login = await startLogin(publicUrl);
  const service = await startService(port, {
    FLOWLEDGER_PUBLIC_URL: publicUrl,
    FLOWLEDGER_OIDC_ISSUER: login.issuer,
    FLOWLEDGER_OIDC_CLIENT_ID: 'journeys',
    FLOWLEDGER_OIDC_NAME: 'Journey login',
  });
  globalThis.journeyService = { service, login };
  process.env.JOURNEY_PUBLIC_URL = publicUrl;
  return service;
}

export default async function globalSetup() {
  const reason = await whyNoBrowser();
  if (reason !== null) {
    if (process.env.CI) throw new Error(`Journeys need a browser: ${reason}`);
    process.stderr.write(`journeys are skipped, because no browser starts: ${reason}\n`);
    process.env.JOURNEYS_SKIPPED = reason;
    return;
  }
  const { url, apiKey, workspaceId, dataDir } = await startWithLogin();
  const gallery = join(dataDir, 'gallery');
  await buildDashboard(gallery, 'gallery');
  Object.assign(process.env, {
    ...{ JOURNEY_URL: url, JOURNEY_KEY: apiKey, JOURNEY_WORKSPACE: workspaceId },
    ...{ JOURNEY_DATABASE: databaseOf(dataDir), JOURNEY_GALLERY: gallery, JOURNEY_DATA: dataDir },
  });
}
