/** The editor on a phone: the outline is the page, a block is a sheet, all is two taps away. */
import { expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { eventually } from '../../../test/support/eventually.js';
import { coveredIn } from './support/covered.js';
import { api, deployed, describeJourney, pageOf } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'reduce',
};

const opened = (id: string): Promise<Page> =>
  visit.signedIn(`workflows/${id}/edit`, undefined, phone);

const rowOf = (page: Page, name: string) =>
  page.getByRole('treegrid').getByRole('row', { name: new RegExp(`^${name}`) });

const nameOf = (page: Page) => page.getByLabel('Name', { exact: true });

async function chooseAction(page: Page, block: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions on ${block}` }).tap();
  await page.getByRole('menuitem', { name: action }).tap();
}

/** Buttons whose area, with what is drawn around them for a finger, is smaller than 44 px. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('#page :is(button, a, [role=row], [role=radio])')]
    .filter((one) => one.checkVisibility())
    .flatMap((one) => {
      const box = one.getBoundingClientRect();
      const around = getComputedStyle(one, '::after');
      const grown = around.content === 'none' || around.position !== 'absolute' ? 0 : parseFloat(around.height);
      const heightPx = Math.max(box.height, grown);
      return heightPx >= 44 || box.width === 0 ? [] : [(one.ariaLabel ?? one.textContent) + ' ' + heightPx];
    })`);

interface Definition {
  readonly blocks: readonly { readonly id: string; readonly name: string }[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

async function draftOf(id: string): Promise<Definition> {
  const { data } = await api<{ definition: Definition }>('GET', `/workflows/${id}`);
  return data.definition;
}

describeJourney('the editor on a phone', () => {
  it('opens a block as a sheet, which its button, Escape and Back close', async () => {
    const { id } = await deployed('phone-sheet', { body: { ok: true } });
    const page = await opened(id);
    await rowOf(page, 'Work').waitFor();
    expect({ ...(await coveredIn(page)), small: await smallTargets(page) }).toEqual({
      ...{ covered: [], overhangPx: 0, small: [] },
    });
    const address = page.url();
    const sheet = page.getByRole('dialog', { name: 'Work' });
    for (const close of [
      () => sheet.getByRole('button', { name: 'Close' }).tap(),
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
    ]) {
      await rowOf(page, 'Work').tap();
      await nameOf(page).waitFor();
      const box = await sheet.boundingBox();
      expect(box).toMatchObject({ x: 0, y: 8, width: 360 });
      await close();
      await sheet.waitFor({ state: 'detached' });
      await page.waitForURL(address);
    }
    // Each sheet took its entry back: one more step leaves the page.
    await page.goBack();
    await rowOf(page, 'Work').waitFor({ state: 'detached' });
  });

  it('steps from block to block, and tries one, at the foot of the sheet', async () => {
    const { id } = await deployed('phone-steps', { body: { ok: true } });
    const page = await opened(id);
    await rowOf(page, 'Work').tap();
    const foot = page.getByRole('dialog').getByRole('group', { name: 'Other blocks' });
    await foot.getByRole('button', { name: 'Previous block: Webhook' }).tap();
    await page.getByRole('dialog', { name: 'Webhook' }).waitFor();
    await foot.getByRole('button', { name: 'Next block: Work' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Work' });
    await sheet.getByRole('button', { name: 'Run to here' }).tap();
    await sheet.getByText('Success').first().waitFor();
    await page.keyboard.press('Escape');
    await rowOf(page, 'Work').getByText('Success').waitFor();
  });

  it('shows the URL and its curl, and deploys, within two taps', async () => {
    const { id, triggerUrl } = await deployed('phone-url', { body: { ok: true } });
    const page = await opened(id);
    await rowOf(page, 'Work').waitFor();
    await page.getByRole('button', { name: 'URL', exact: true }).tap();
    const call = page.getByRole('dialog', { name: /^Call / });
    await call.getByRole('region', { name: 'Trigger URL' }).getByText(triggerUrl).waitFor();
    expect(await call.getByRole('region', { name: 'As curl' }).innerText()).toContain(
      `curl -X GET ${triggerUrl}`,
    );
    await call.getByRole('button', { name: 'Copy as curl' }).waitFor();
    await page.goBack();
    await call.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Deploy', exact: true }).tap();
    await page.getByRole('dialog', { name: /^Deploy version/ }).waitFor();
    await page.goBack();
    for (const side of ['Tests', 'Settings', 'Webhooks']) {
      await page.getByRole('button', { name: 'More about this workflow' }).tap();
      await page.getByRole('menuitem', { name: side }).tap();
      await page.getByRole('dialog', { name: side }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('radio', { name: 'Canvas' }).tap();
    await page.getByRole('toolbar', { name: 'Canvas' }).waitFor();
    expect(await coveredIn(page)).toMatchObject({ overhangPx: 0 });
  });

  it('adds, connects, leads elsewhere, disconnects, renames and deletes by touch', async () => {
    const { id } = await deployed('phone-edit', { body: { ok: true } });
    const page = await opened(id);
    await chooseAction(page, 'Work', 'Add after');
    const adding = page.getByRole('dialog', { name: 'Add a block' });
    await adding.getByRole('option', { name: /^Function/ }).tap();
    await page.getByRole('dialog', { name: 'Function' }).waitFor();
    await page.goBack();
    await rowOf(page, 'Function').waitFor();

    await chooseAction(page, 'Webhook', 'Lead to another block');
    await page.getByRole('dialog').getByRole('menuitem', { name: 'Function' }).first().tap();
    const added = await eventually('the edge leads to the new block', async () => {
      const { blocks, edges } = await draftOf(id);
      const block = blocks.find(({ name }) => name === 'Function');
      return edges.find(({ from, to }) => from === 'hook' && to === block?.id)?.to;
    });
    expect((await draftOf(id)).edges).not.toContainEqual({ from: 'hook', to: 'work' });

    await chooseAction(page, 'Function', 'Rename');
    await page.getByRole('dialog').getByLabel('Name').fill('Tidied');
    await page.getByRole('button', { name: 'Rename', exact: true }).tap();
    await chooseAction(page, 'Tidied', 'Delete');
    await eventually('the block is gone', async () => {
      const { blocks } = await draftOf(id);
      return blocks.every((block) => block.id !== added);
    });
  });

  it('is edited by keys alone: arrows move, and only Enter opens the sheet', async () => {
    const { id } = await deployed('phone-keys', { body: { ok: true } });
    const page = await visit.signedIn(`workflows/${id}/edit`, undefined, {
      ...{ viewport: { width: 720, height: 450 }, reducedMotion: 'reduce' },
    });
    await page.goto(pageOf(`workflows/${id}/edit`));
    await rowOf(page, 'Webhook').focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Work' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The focus is back on the row, whose keys work at once.
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Rename Work' }).waitFor();
    await page.keyboard.type('Keyed');
    await page.keyboard.press('Enter');
    await rowOf(page, 'Keyed').waitFor();
  });
});
