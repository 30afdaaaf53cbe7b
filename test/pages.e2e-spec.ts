/** `/docs` and `/docs/events` in a real browser, which enforces their policies. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { topicCatalogue } from '@libs/contracts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Browser, BrowserContext } from 'playwright-core';
import type { OpenApiDocument } from '../apps/api/src/openapi/document.js';
import { documented } from '../apps/api/src/testing/documented-routes.js';
import {
  createApiDatabase,
  createTenant,
  startTestApi,
  type Tenant,
  type TestApi,
  type TestDatabaseOfApi,
} from '../apps/api/src/testing/test-api.js';
import { openBrowser, type Observed, observedPage } from './support/browser.js';

let base: TestDatabaseOfApi;
let api: TestApi;
let tenant: Tenant;
let browser: Browser;
let context: BrowserContext;
let observed: Observed;
let origin: string;
/** Headers of the requests, by path. */
const received = new Map<string, IncomingHttpHeaders>();

beforeAll(async () => {
  base = await createApiDatabase();
  api = await startTestApi(base, undefined, undefined, (app) => {
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onRequest', (request, _reply, done) => {
        received.set(request.url, request.headers);
        done();
      });
  });
  tenant = await createTenant(base);
  await api.app.listen(0, '127.0.0.1');
  origin = await api.app.getUrl();
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await api.close();
  await base.close();
});

beforeEach(async () => {
  received.clear();
  context = await browser.newContext();
  await context.addCookies([{ name: 'session', value: 'of-a-person', url: origin }]);
  observed = await observedPage(context, origin);
});
afterEach(async () => {
  await context.close();
});

const expectNothingWrong = (): void => {
  const { violations, errors, elsewhere } = observed;
  expect({ violations, errors, elsewhere }).toEqual({ violations: [], errors: [], elsewhere: [] });
};

/** The operations as `/openapi.json` names them, by resource. */
async function byResource(): Promise<ReadonlyMap<string, readonly string[]>> {
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as OpenApiDocument;
  const found = new Map<string, string[]>();
  for (const { operation } of documented(document))
    for (const tag of operation.tags)
      found.set(tag, [...(found.get(tag) ?? []), operation.summary]);
  return found;
}

describe('/docs in a browser', () => {
  it('shows every operation under its resource, and the block reference', async () => {
    const { page } = observed;
    await page.goto(`${origin}/docs`);
    const sideBar = page.getByRole('navigation').first();
    const resources = await byResource();
    expect(resources.size).toBeGreaterThan(10);
    for (const [tag, summaries] of resources) {
      const group = sideBar.getByRole('listitem').filter({ hasText: tag }).first();
      await group.getByRole('button', { name: tag }).first().click();
      for (const summary of summaries)
        await sideBar.getByText(summary, { exact: true }).first().waitFor();
    }
    await sideBar.getByText('Blocks', { exact: true }).first().waitFor();
    await page.getByRole('heading', { name: 'api_trigger' }).waitFor();
    expect(await page.title()).toBe('Flowledger API');
    expectNothingWrong();
  });

  it('calls an operation with the API key and without the cookies of the origin', async () => {
    const { page } = observed;
    await page.goto(`${origin}/docs`);
    await page.evaluate(`fetch('/api/v1/me', { credentials: 'include' })`);
    expect(received.get('/api/v1/me')?.cookie).toBeUndefined();
    expect(received.get('/docs')?.cookie).toBe('session=of-a-person');
  });
});

describe('/docs/events in a browser', () => {
  it('shows every topic and every record, without a script', async () => {
    const { page } = observed;
    await page.goto(`${origin}/docs/events`);
    for (const { name, records } of topicCatalogue) {
      expect(await page.getByText(name, { exact: true }).count()).toBeGreaterThan(0);
      for (const record of records)
        expect(await page.getByText(`.${record}`).count()).toBeGreaterThan(0);
    }
    expect(await page.title()).toBe('Flowledger events');
    expectNothingWrong();
  });
});
