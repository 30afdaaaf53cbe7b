/** `/docs` and `/docs/events` in a real browser, which enforces their policies. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { topicCatalogue } from '@libs/contracts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Browser, BrowserContext } from 'playwright-core';
import type { OpenApiDocument } from '../apps/api/src/openapi/document.js';
import { documented } from '../apps/api/src/testing/documented-routes.js';
import { openTestApi } from '../apps/api/src/testing/open-test-api.js';
import { openBrowser, type Observed, observedPage } from './support/browser.js';
import { eventually } from './support/eventually.js';

/** The document is large, and the machine may be busy. */
const patienceMs = 100_000;

let browser: Browser;
let context: BrowserContext;
let observed: Observed;
let origin: string;
/** Headers of the requests, by path. */
const received = new Map<string, IncomingHttpHeaders>();

const api = openTestApi({
  listens: true,
  prepare: (app) => {
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onRequest', (request, _reply, done) => {
        received.set(request.url, request.headers);
        done();
      });
  },
});

beforeAll(async () => {
  origin = api.url;
  browser = await openBrowser();
}, 120_000);
afterAll(() => browser.close());

beforeEach(async () => {
  received.clear();
  context = await browser.newContext();
  context.setDefaultTimeout(patienceMs);
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

describe('/docs in a browser', () => {
  it('shows every operation under its resource, and the block reference', async () => {
    const { page } = observed;
    await page.goto(`${origin}/docs`);
    expect(await page.title()).toBe('Flowledger API');
    const sideBar = page.locator('aside');
    await sideBar.getByText('List workflows', { exact: true }).waitFor();
    const document = (await (await fetch(`${origin}/openapi.json`)).json()) as OpenApiDocument;
    for (const name of document.tags.map((tag) => String(tag.name))) {
      const isOpen = await sideBar.getByRole('button', { name: `Close Group - ${name}` }).count();
      if (isOpen === 0)
        await sideBar.getByRole('button', { name: `Open Group - ${name}`, exact: true }).click();
    }
    for (const { method, path, operation } of documented(document)) {
      const group = operation.tags[0]?.toLowerCase().replaceAll(' ', '-');
      await sideBar.locator(`a[href="#tag/${group}/${method}${path}"]`).waitFor();
    }
    await sideBar.getByRole('button', { name: 'Open Group - Introduction' }).click();
    await sideBar.getByRole('button', { name: 'Open Group - Blocks' }).click();
    await sideBar.getByRole('link', { name: 'api_trigger', exact: true }).click();
    await page.getByRole('heading', { name: 'api_trigger', exact: true }).waitFor();
    expectNothingWrong();
  }, 120_000);

  it('calls an operation with the API key and without the cookies of the origin', async () => {
    const { page } = observed;
    await page.goto(`${origin}/docs#tag/api-keys/GET/api/v1/me`);
    await page.getByRole('button', { name: /Test Request\s*\(get \/api\/v1\/me\)/ }).click();
    const dialog = page.getByRole('dialog');
    const authentication = dialog.getByRole('button', { name: /Authentication/ }).first();
    await authentication.waitFor();
    // The page keeps it closed or open by itself.
    if ((await authentication.getAttribute('aria-expanded')) === 'false')
      await authentication.click();
    await dialog.getByLabel('Value', { exact: true }).first().fill(api.tenant.apiKey);
    const answer = page.waitForResponse(`${origin}/api/v1/me`);
    await dialog.locator('[data-addressbar-action="send"]:visible').first().click();
    expect((await answer).status()).toBe(200);
    await dialog.getByText(api.tenant.workspaceId).first().waitFor();
    expect(received.get('/docs')?.cookie).toBe('session=of-a-person');
    const { cookie, ...headers } = received.get('/api/v1/me') ?? {};
    expect([cookie, headers['x-api-key']]).toEqual([undefined, api.tenant.apiKey]);
    expectNothingWrong();
  }, 120_000);

  it('sends nothing to another origin, and runs only its own scripts', async () => {
    const { page, violations, elsewhere } = observed;
    await page.goto(`${origin}/docs`);
    const outcome = await page.evaluate<string>(`(async () => {
      for (const change of [{ textContent: 'ran = true' }, { src: '/openapi.json' }])
        document.body.append(Object.assign(document.createElement('script'), change));
      const refused = await fetch('https://elsewhere.example/').then(() => 'sent', () => 'refused');
      return refused + ' ' + typeof ran;
    })()`);
    expect(outcome).toBe('refused undefined');
    await eventually('the reports of the policy', () => violations.length === 3);
    expect(violations.map((text) => text.split(' ')[0]).sort()).toEqual([
      ...['connect-src', 'script-src-elem', 'script-src-elem'],
    ]);
    expect(elsewhere).toEqual([]);
  });
});

describe('/docs/events in a browser', () => {
  it('shows every topic and every record, without a script', async () => {
    const { page } = observed;
    await page.goto(`${origin}/docs/events`);
    const shown = (await page.locator('.panel--center').innerText()).split('\n');
    for (const { name, records } of topicCatalogue) {
      expect(shown.filter((line) => line.endsWith(name))).not.toEqual([]);
      for (const record of records)
        expect(shown.filter((line) => line.endsWith(`.${record}`))).not.toEqual([]);
    }
    expect(await page.title()).toBe('Flowledger events');
    expectNothingWrong();
  });
});
