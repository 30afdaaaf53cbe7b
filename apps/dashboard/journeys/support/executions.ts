/** Workflows of a journey's own making, and what runs of them show. */
import type { Locator, Page } from 'playwright-core';
import { api, service } from './service.js';

export interface Block {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly config: object;
}

/** `a -> b`, or `each.each -> a` by a port. */
const edgeOf = (text: string): object => {
  const [from = '', to = ''] = text.split(' -> ');
  const [block, port] = from.split('.');
  return { from: block, ...(port !== undefined && { port }), to };
};

const start: Block = { id: 'start', type: 'api_trigger', name: 'Start', config: {} };

/** @returns its id; it is deployed */
export async function deployedBlocks(
  name: string,
  blocks: readonly Block[],
  edges: readonly string[],
): Promise<string> {
  const definition = { blocks: [start, ...blocks], edges: edges.map(edgeOf) };
  const { status, data, error } = await api<{ id: string }>('POST', '/workflows', {
    name,
    definition,
  });
  if (status !== 201) throw new Error(`${name}: ${JSON.stringify(error)}`);
  await api('POST', `/workflows/${data.id}/deploy`);
  return data.id;
}

/** Nobody waits for its end. @returns the execution's id */
export async function begin(workflowId: string): Promise<string> {
  const path = `${service.url}/api/v1/workflows/${workflowId}/execute`;
  const headers = { 'x-api-key': service.apiKey, 'x-execution-mode': 'async' };
  const answer = await fetch(path, { method: 'POST', headers });
  return ((await answer.json()) as { data: { executionId: string } }).data.executionId;
}

/** Its rows, also those of a name in an iteration. */
export const treeOf = (page: Page): Locator =>
  page.getByRole('tree', { name: 'Blocks', exact: true });
export const blockRow = (page: Page, name: string | RegExp): Locator =>
  treeOf(page).getByRole('treeitem', { name }).first();

/** What a person is told and what is drawn: sentence, facts, rows, and where their bars lie. */
export async function pictureOf(page: Page): Promise<object> {
  const main = page.getByRole('main');
  const facts = await main.getByRole('list', { name: 'Facts' }).ariaSnapshot();
  const bars = await treeOf(page)
    .locator('[style]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('style')));
  return {
    sentence: await main.getByRole('paragraph').first().textContent(),
    // "just now" becomes "a minute ago".
    facts: facts.replaceAll(/time: .*/g, 'time'),
    rows: await treeOf(page).ariaSnapshot(),
    bars,
  };
}
