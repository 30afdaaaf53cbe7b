/** Runs the api in its own process. The schema and the topics must exist. */
import { loadConfig } from '@libs/config';
import { isDatabaseUnavailable, type Database } from '@libs/persistence';
import { collectSeldom, DATABASE, runProcess, stopOnSignals, retryUntil } from '@libs/platform';
import { ApiModule, configureApi, createApiAdapter, ensureDefaultWorkspace } from './index.js';

collectSeldom();
const config = loadConfig(process.env);
const running = await runProcess({
  name: 'api',
  config,
  modules: [ApiModule],
  adapter: () =>
    createApiAdapter({
      trustedProxies: config.FLOWLEDGER_TRUSTED_PROXIES,
      triggerUrl: config.FLOWLEDGER_TRIGGER_URL,
    }),
  configure: configureApi,
});
stopOnSignals(running);
const ensure = (): Promise<unknown> =>
  ensureDefaultWorkspace({
    database: running.app.get<Database>(DATABASE),
    config,
    logger: running.logger,
    baseUrl: config.FLOWLEDGER_PUBLIC_URL ?? running.url,
  });
await retryUntil('Postgres', running.logger, ensure, { isPassing: isDatabaseUnavailable });
