/** The field for text with references, in a real browser. No service is behind it. */
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { faultsOf } from './support/axe.js';
import { serveGallery } from './support/gallery.js';
import { describeJourney } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
const address = serveGallery();

async function open(colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await (await visit.person({ colorScheme })).newPage();
  await page.goto(address());
  await page.getByRole('heading', { name: 'Gallery' }).waitFor();
  return page;
}

const fieldOf = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: 'Text with references' })
    .getByRole('textbox', { name, exact: true });

/** Its text, once the editor is there. */
async function focused(page: Page, name: string): Promise<Locator> {
  await fieldOf(page, name).focus();
  const editor = page.locator('.cm-content:focus');
  await editor.waitFor();
  return editor;
}

const shown = async (list: Locator, count: number): Promise<string[]> =>
  (await list.getByRole('option').allInnerTexts())
    .slice(0, count)
    .map((row) => row.split('\n')[0]!);

describeJourney('a field with references', () => {
  it('completes a block, one part of the path and the whole by keys', async () => {
    const page = await open();
    const field = await focused(page, 'Empty');
    const list = page.getByRole('listbox', { name: /^Values of/ });
    await page.keyboard.type('<fet');
    await list.waitFor();
    expect(await shown(list, 1)).toEqual(['fetchcustomer']);
    await page.keyboard.press('Tab');
    await page.keyboard.type('ca');
    await list.getByRole('option', { name: 'data.category' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'hidden' });
    expect(await field.innerText()).toBe('<fetchcustomer.data.card>');
    await page.keyboard.type(' {{');
    await list.getByRole('option', { name: 'CRM_TOKEN' }).waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    await page.keyboard.press('ControlOrMeta+z');
    expect(await field.innerText()).not.toContain('{{');
  });

  it.each(['light', 'dark'] as const)('has no fault with the list open, %s', async (theme) => {
    const page = await open(theme);
    await focused(page, 'URL');
    await page.keyboard.type('<');
    const list = page.getByRole('listbox', { name: /^Values of/ });
    await list.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const [box, line] = [await list.boundingBox(), await page.locator('.cm-line').boundingBox()];
    const isApart = box!.y >= line!.y + line!.height || box!.y + box!.height <= line!.y;
    expect(isApart).toBe(true);
    await page.keyboard.press('Escape');
    await page.locator('[data-reference="<orderreceived.body.cents>"]').first().hover();
    await page.getByRole('tooltip').getByText('41850').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('replaces an unknown name by the one that was meant, with one button', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Replace' }).first().click();
    const field = fieldOf(page, 'Unknown');
    await field.getByText('<fetchcustomer.data.payUrl>').waitFor();
    expect(await field.innerText()).toContain('<fetchcustomer.data.payUrl>/charges');
  });

  it('inserts from the tree into the field that had the focus last', async () => {
    const page = await open();
    const field = await focused(page, 'Token');
    const tree = page.getByRole('treegrid', { name: 'References' });
    await tree.getByText('Order received').click();
    expect(await field.innerText()).toBe('Bearer {{PAY_KEY}}<orderreceived>');
    await page.getByText('Click or drag to insert into Token').waitFor();
    await tree.getByRole('row', { name: 'Fetch customer' }).focus();
    await page.keyboard.press('ArrowRight');
    await tree.getByText('status').dragTo(fieldOf(page, 'Empty'));
    await fieldOf(page, 'Empty').getByText('<fetchcustomer.status>').waitFor();
  });
});
