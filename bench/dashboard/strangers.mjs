/**
 * `node bench/dashboard/strangers.mjs [NAME …]`: people who have never seen the product, each
 * with a task, from the sign-in link on. They use visible names only and type no address. Prints
 * their actions and seconds beside the bar; more actions than that fail. A stranger is a file in
 * `strangers/`.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { freePort, startService } from '../../apps/dashboard/journeys/support/start-service.mjs';
import { ensureBuilt } from '../../scripts/build.mjs';
import '../../scripts/import-sources.mjs';
import { openBrowser } from '../../test/support/browser.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(import.meta.dirname, 'strangers');
const { apiOf } = await import('../../apps/dashboard/journeys/support/api.ts');

/** Machines may be busy; a name that never shows fails. */
const patienceMs = 60_000;

/** Each call is one action of the person, except reading. */
function personAt(page) {
  const actions = [];
  const byName = (role, name) => page.getByRole(role, { name, exact: typeof name === 'string' });
  const did = async (text, act) => {
    await act();
    actions.push(text);
  };
  return {
    actions,
    open: (link) => did('opens the sign-in link', () => page.goto(link)),
    click: (role, name) =>
      did(`clicks the ${role} ${String(name)}`, () => byName(role, name).first().click()),
    fill: (label, text) =>
      did(`fills in ${label}`, () => page.getByLabel(label, { exact: true }).fill(text)),
    press: (key) => did(`presses ${key}`, () => page.keyboard.press(key)),
    /** @returns {Promise<string>} what the page says */
    reads: async (text) => {
      const found = page.getByText(text).first();
      await found.waitFor();
      return (await found.textContent()) ?? '';
    },
  };
}

/** A workspace of the stranger's own, with a person who may change it. */
async function workspaceOf(service, name) {
  const owner = apiOf(service.url, service.apiKey);
  const { data: made } = await owner('POST', '/workspaces', { name });
  const api = apiOf(service.url, made.apiKey.key);
  const members = `/workspaces/${made.id}/members`;
  const { data: member } = await api('POST', members, {
    ...{ email: `${randomUUID()}@example.com`, role: 'editor' },
  });
  const { data: link } = await api('POST', `${members}/${member.userId}/sign-in-links`);
  const signInLink = link.url.replace(new URL(link.url).origin, service.url);
  return { api, workspaceId: made.id, url: service.url, signInLink };
}

async function run(browser, service, name) {
  const stranger = await import(join(folder, `${name}.mjs`));
  const workspace = await workspaceOf(service, stranger.title);
  const story = await stranger.prepare(workspace);
  const context = await browser.newContext();
  context.setDefaultTimeout(patienceMs);
  try {
    const person = personAt(await context.newPage());
    const startedAt = performance.now();
    await person.open(workspace.signInLink);
    await stranger.walk(person, story);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    await stranger.check(story);
    const { actions } = person;
    console.log(
      `${stranger.title}: ${actions.length} actions (bar: ${stranger.bar}), ${seconds} s`,
    );
    for (const action of actions) console.log(`  ${action}`);
    return actions.length <= stranger.bar;
  } finally {
    await context.close();
    await story.close?.();
  }
}

ensureBuilt(root, process.execPath);
const asked = process.argv.slice(2);
const all = readdirSync(folder).map((file) => basename(file, '.mjs'));
const service = await startService(String(await freePort()));
const browser = await openBrowser();
try {
  for (const name of asked.length === 0 ? all.toSorted() : asked)
    if (!(await run(browser, service, name))) process.exitCode = 1;
} finally {
  await browser.close();
  await service.stop();
}
