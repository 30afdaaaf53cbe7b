/**
 * The editors that are compared: ours, and n8n's from npm (`N8N=off` leaves it out). Each is
 * signed in and has the workflows of editor-workflows.mjs. They end with closeAll().
 */
import { loadavg } from 'node:os';
import { openBrowser } from '../../test/support/browser.ts';
import { startN8n } from '../n8n-peer.mjs';
import { onClose, startProduct, startStub } from '../product.mjs';
import { ourWorkflow, theirWorkflow } from './editor-workflows.mjs';

export const viewport = { width: 1440, height: 900 };

const patienceMs = 180_000;

/** Where the editor of a workflow lies. */
export const editorPath = (workspaceId, id) => `/w/${workspaceId}/workflows/${id}/edit`;

export const ownerOfN8n = {
  email: 'owner@example.com',
  firstName: 'Ada',
  lastName: 'Owner',
  password: 'Bench-pass-1',
};

/** Figures are read with the load of the machine beside them. */
export const printLoad = () =>
  console.log(`load of the machine: ${loadavg()[0].toFixed(1)}; read ratios, not milliseconds`);

async function orThrow(answer) {
  if (!answer.ok())
    throw new Error(`${answer.url()}: ${answer.status()} ${(await answer.text()).slice(0, 300)}`);
  return (await answer.json()).data;
}

/** How a person works in each: the element of a block, the view at zoom 1, a pan. */
const ways = {
  ours: {
    nodeSelector: '.react-flow__node-block',
    panButton: 'left',
    async zoomToOne(page) {
      await page.getByRole('tree').focus();
      await page.keyboard.press('1');
    },
  },
  n8n: {
    nodeSelector: '.vue-flow__node',
    panButton: 'middle',
    async zoomToOne(page) {
      await page.locator('.vue-flow__pane').focus();
      await page.keyboard.press('0');
    },
  },
};

/** @returns what a person signed in has in the browser, to be used for clean profiles */
async function signedInState(browser, signIn) {
  const context = await browser.newContext({ viewport });
  // Also of requests: machines may be busy.
  context.setDefaultTimeout(patienceMs);
  const made = await signIn(context);
  const storageState = await context.storageState();
  await context.close();
  return { ...made, storageState };
}

async function times(count, make) {
  const made = [];
  while (made.length < count) made.push(await make(made.length + 1));
  return made;
}

async function openOurs(browser, sizes, copies) {
  const { baseUrl, credentials } = await startProduct(await startStub());
  const { apiKey, workspaceId } = credentials;
  const { storageState, addresses } = await signedInState(browser, async (context) => {
    const headers = { 'x-api-key': apiKey };
    const addresses = {};
    for (const blocks of sizes) {
      const url = `${baseUrl}/api/v1/workflows`;
      addresses[blocks] = await times(copies, async (copy) => {
        const { definition, layout } = ourWorkflow(blocks, `bench-${blocks}-${copy}`);
        const data = { name: `${blocks} blocks, ${copy}`, definition };
        const { id } = await orThrow(await context.request.post(url, { headers, data }));
        await orThrow(await context.request.put(`${url}/${id}/layout`, { headers, data: layout }));
        return baseUrl + editorPath(workspaceId, id);
      });
    }
    const page = await context.newPage();
    await page.goto(`${baseUrl}/sign-in`);
    await page.getByLabel('API key').fill(apiKey);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    return { addresses };
  });
  return { name: 'ours', baseUrl, apiKey, workspaceId, storageState, addresses };
}

async function openN8n(browser, sizes, copies) {
  const { baseUrl } = await startN8n([], null);
  const { storageState, addresses } = await signedInState(browser, async (context) => {
    await orThrow(await context.request.post(`${baseUrl}/rest/owner/setup`, { data: ownerOfN8n }));
    const addresses = {};
    for (const blocks of sizes) {
      addresses[blocks] = await times(copies, async (copy) => {
        const { id: _, ...data } = theirWorkflow(blocks, `bench-${blocks}-${copy}`);
        const answer = await context.request.post(`${baseUrl}/rest/workflows`, { data });
        return `${baseUrl}/workflow/${(await orThrow(answer)).id}`;
      });
    }
    return { addresses };
  });
  return { name: 'n8n', baseUrl, storageState, addresses };
}

/**
 * @param sizes of the workflows, in blocks
 * @param copies of each, by `addresses[size]`: n8n locks the one that another tab had open
 */
export async function openEditors(sizes, copies = 1) {
  const browser = await openBrowser();
  onClose(() => browser.close());
  const found = [await openOurs(browser, sizes, copies)];
  if (process.env.N8N !== 'off') found.push(await openN8n(browser, sizes, copies));
  return found.map((editor) => ({ ...editor, ...ways[editor.name], browser }));
}

/** Without cache, as nobody was here before. */
export async function cleanPage({ browser, storageState }) {
  const context = await browser.newContext({ viewport, storageState });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  return { page, session, close: () => context.close() };
}

export const nextFrame = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(0))));

/** Where a block with this name can be taken hold of; null: it is not there, or is covered. */
export const holdOf = (page, { nodeSelector }, text) =>
  page.evaluate(
    ([css, name]) => {
      const isNamed = (node) =>
        [...node.querySelectorAll('*')].some(
          (part) => part.childElementCount === 0 && part.textContent.trim() === name,
        );
      const node = [...document.querySelectorAll(css)].find(isNamed);
      if (node === undefined) return null;
      const { x, y, width, height } = node.getBoundingClientRect();
      const at = { x: x + width / 2, y: y + height / 2 };
      // Blocks of ours let presses through to the stage, which finds them by geometry.
      const pressed = document.elementFromPoint(at.x, at.y);
      return pressed?.closest('.react-flow, .vue-flow') ? at : null;
    },
    [nodeSelector, text],
  );
