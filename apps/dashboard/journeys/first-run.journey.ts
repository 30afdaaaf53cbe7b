/** From the first page to an own workflow that runs: with a mouse, and by keyboard alone. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { pressOn, tabTo } from './support/keyboard.js';
import { linkFor } from './support/members.js';
import { openReceiver, type Receiver } from './support/receiver.js';
import { api, describeJourney, pageOf, service } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
let receiver: Receiver;

const mend = () => api('PUT', '/demo/receiver', { broken: false });
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });
const attempt = (page: Page, text: RegExp): Locator =>
  page.getByRole('list', { name: 'Attempts' }).getByRole('listitem').filter({ hasText: text });
const breaks = (page: Page): Locator => page.getByRole('switch', { name: 'Break the receiver' });

interface MadeWorkspace {
  readonly id: string;
  readonly apiKey: { readonly key: string };
}

/** A step of the page as it is done by hand or by key. */
interface Way {
  press(page: Page, target: Locator): Promise<void>;
  flip(page: Page): Promise<void>;
  paste(page: Page, field: Locator, text: string): Promise<void>;
}

const byMouse: Way = {
  press: (_, target) => target.click(),
  flip: (page) => page.getByText('Break the receiver', { exact: true }).click(),
  paste: (_, field, text) => field.fill(text),
};

const byKey: Way = {
  press: (page, target) => pressOn(page, target),
  flip: (page) => pressOn(page, breaks(page), 'Space'),
  paste: async (page, field, text) => {
    await tabTo(page, field);
    await page.keyboard.insertText(text);
  },
};

async function runAndWatch(page: Page, { press }: Way): Promise<void> {
  await press(page, button(page, /^(Run the demo|Run again)$/));
  await page.getByText(/^Answered 200 in .+ 4 blocks, 5 events in the ledger\.$/).waitFor();
  const blocks = page.getByRole('tree', { name: 'Blocks: Demo order intake' });
  await blocks.getByText(/^Answer the caller, Response, Success/).waitFor({ state: 'attached' });
  await page.getByText('The receiver got a signed webhook').waitFor();
  await page.getByText('Equal.', { exact: true }).waitFor();
  await page.getByRole('row', { name: /ExecutionCompleted success/ }).waitFor();
  await page.getByRole('row', { name: /attempt 1 DeliveryAttempted 200/ }).waitFor();
}

async function breakIt(page: Page, { press, flip }: Way): Promise<void> {
  await flip(page);
  await press(page, button(page, 'Run it now'));
  await attempt(page, /503, failed, 0 s$/).waitFor();
  await attempt(page, /in \d+ s, \+5 s$/).waitFor();
  await page.getByText('The receiver answered 503.').waitFor();
}

async function makeOwn(page: Page, { press, paste }: Way): Promise<void> {
  await press(page, button(page, /^Paste a curl/));
  await paste(
    page,
    page.getByLabel('curl command'),
    `curl ${receiver.url} -H 'accept: text/plain'`,
  );
  await page.getByText(`GET ${receiver.url}`).waitFor();
  await press(page, button(page, 'Make the workflow'));
  await page.waitForURL((to) => to.pathname.includes('/workflows/'));
  await page.getByRole('heading', { name: `Call ${new URL(receiver.url).host}` }).waitFor();
}

async function runOwn(page: Page, { press }: Way): Promise<void> {
  await press(page, button(page, 'Run draft'));
  await page.waitForURL(({ searchParams }) => searchParams.has('run'));
  await page
    .getByText(/^Succeeded in/)
    .last()
    .waitFor();
}

describeJourney('the first run', () => {
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.close());
  afterEach(mend);

  it('runs, watches and breaks the demo, which recovers, and makes a workflow of a curl', async () => {
    const page = await visit.signedIn('start');
    await runAndWatch(page, byMouse);
    await page.reload();
    await page.getByText(/^Answered 200 in /).waitFor();
    await page.getByText('Equal.', { exact: true }).waitFor();

    await breakIt(page, byMouse);
    await byMouse.flip(page);
    await page.getByText('Mended.').waitFor();
    await attempt(page, /200, accepted, \+\d+ (s|min)$/).waitFor();
    await page.getByText(/^Delivered at attempt \d\./).waitFor();

    await makeOwn(page, byMouse);
    await runOwn(page, byMouse);
    const rail = page.getByRole('navigation', { name: 'Pages' });
    await rail.getByRole('link', { name: 'Executions' }).waitFor();
    expect(await rail.getByRole('link', { name: 'Start' }).count()).toBe(0);
  });

  it('is done by keyboard alone', async () => {
    const page = await visit.signedIn('start');
    await runAndWatch(page, byKey);
    await breakIt(page, byKey);
    await attempt(page, /503, failed, \+5 s$/).waitFor();
    await byKey.flip(page);
    await byKey.press(page, button(page, 'Send it now'));
    await attempt(page, /200, accepted, by hand$/).waitFor();
    await makeOwn(page, byKey);
    await runOwn(page, byKey);
  });

  it('tells a viewer why the buttons do nothing', async () => {
    const page = await visit.page(await visit.person());
    await page.goto(await linkFor(`${randomUUID()}@example.com`, 'viewer'));
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.goto(pageOf('start'));
    await page.getByText('Editors run the demo and break its receiver.').first().waitFor();
    expect(await breaks(page).isDisabled()).toBe(true);
    await page.getByText('Editors make workflows.').waitFor();
    const paste = button(page, /^Paste a curl/);
    expect(await paste.getAttribute('aria-disabled')).toBe('true');
    await pressOn(page, paste);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('begins with the own workflow where there is no demo', async () => {
    const { data } = await api<MadeWorkspace>('POST', '/workspaces', { name: 'Without a demo' });
    const page = await visit.signedIn('start', data.apiKey.key);
    await page.goto(`${service.url}/w/${data.id}/start`);
    await page.getByText('Make your first workflow.').waitFor();
    expect(await button(page, 'Run the demo').count()).toBe(0);
    await button(page, /^Blank workflow/).click();
    await page.waitForURL((to) => to.pathname.includes('/workflows/'));
    await page.getByRole('heading', { name: 'Untitled workflow' }).waitFor();
  });
});
