/** Every state of the editor is free of faults, in both themes, at a desk and on a phone. */
import { expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import {
  button,
  deskOf,
  drawn,
  editorOf,
  isFaultless,
  isFaultlessSheet,
  open,
  patienceMs,
  phoneOf,
  pressBlock,
  themes,
} from './support/editor-states.js';
import { linkFor } from './support/members.js';
import { deployed, describeJourney, pageOf } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
async function rename(page: Page, from: string, to: string): Promise<void> {
  await pressBlock(page, from);
  await page.getByLabel('Name', { exact: true }).fill(to);
  await page.keyboard.press('Enter');
}

const withProblem = (name: string): Promise<string> =>
  drawn(name, [{ id: 'call', type: 'api', name: 'Call', config: {} }]);

describeJourney.each(themes)('the editor in the %s theme', (theme) => {
  it(
    'has no faults at a desk',
    async () => {
      const { id } = await deployed(`desk-${theme}`, { body: { ok: true } });
      const page = await visit.signedIn(editorOf(id), undefined, deskOf(theme));
      await page.getByRole('treeitem', { name: /^Work/ }).waitFor();
      await isFaultless(page, 'nothing chosen');
      await pressBlock(page, 'Work');
      await page.getByRole('complementary', { name: 'Work' }).waitFor();
      await isFaultless(page, 'a block');
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      await page.getByRole('combobox', { name: 'Search blocks' }).waitFor();
      await isFaultless(page, 'adding');
      await page.keyboard.press('Escape');
      await button(page, 'Webhooks of this workflow').click();
      await page.getByRole('complementary', { name: /^Webhooks/ }).waitFor();
      await isFaultless(page, 'webhooks');
      await button(page, 'Close').click();
      await rename(page, 'Work', 'Worked');
      await page.getByText('Saved', { exact: true }).waitFor();
      await button(page, 'Deploy').click();
      await page.getByRole('complementary', { name: /^Deploy version/ }).waitFor();
      await isFaultless(page, 'deploy');

      const broken = await withProblem(`Desk problem ${theme}`);
      await open(page, broken, /^Desk problem/);
      await rename(page, 'Call', 'Called');
      await page.getByRole('button', { name: /\d+ problems?/ }).waitFor();
      await isFaultless(page, 'problems');
      await open(page, await drawn(`Desk empty ${theme}`, []), /^Desk empty/);
      await isFaultless(page, 'empty');
      await page.goto(pageOf(`workflows/${id}/versions`));
      await page.getByRole('heading', { level: 1, name: 'Versions' }).waitFor();
      await isFaultless(page, 'versions');
    },
    patienceMs,
  );

  it(
    'has no faults offline, while a person chooses, and for a viewer',
    async () => {
      const { id } = await deployed(`joined-${theme}`, { body: { ok: true } });
      const [ana, ben] = [
        await visit.signedIn(editorOf(id), undefined, deskOf(theme)),
        await visit.signedIn(editorOf(id), undefined, deskOf(theme)),
      ];
      // The code of the panel is there before the network is gone.
      await pressBlock(ben, 'Work');
      await ben.getByLabel('Name', { exact: true }).waitFor();
      await ben.context().setOffline(true);
      await rename(ben, 'Work', 'By Ben');
      await ben.getByText('Offline, kept here').waitFor();
      await isFaultless(ben, 'offline');
      await rename(ana, 'Work', 'By Ana');
      await ana.getByText('Saved', { exact: true }).waitFor();
      await ben.context().setOffline(false);
      await button(ben, '1 to choose. Show the next one').click();
      await ben.getByRole('radiogroup', { name: /changed by both/ }).waitFor();
      await isFaultless(ben, 'a merge');

      const viewer = await visit.page(await visit.person(deskOf(theme)));
      await viewer.goto(await linkFor(`${randomUUID()}@example.com`, 'viewer'));
      await viewer.getByRole('navigation', { name: 'Pages' }).waitFor();
      await viewer.goto(pageOf(editorOf(id)));
      await pressBlock(viewer, 'Answer');
      await viewer.getByRole('complementary', { name: 'Answer' }).waitFor();
      expect(await button(viewer, 'Deploy').getAttribute('aria-disabled')).toBe('true');
      await isFaultless(viewer, 'a viewer');
    },
    patienceMs,
  );

  it(
    'has no faults on a phone',
    async () => {
      const { id } = await deployed(`phone-${theme}`, { body: { ok: true } });
      const page = await visit.signedIn(editorOf(id), undefined, phoneOf(theme));
      const work = page.getByRole('treegrid').getByRole('row', { name: /^Work/ });
      await work.waitFor();
      await isFaultless(page, 'the outline');
      await button(page, 'Actions on Work').tap();
      await page.getByRole('menu').waitFor();
      await isFaultless(page, 'the actions of a block');
      await page.keyboard.press('Escape');
      const shown = (name: string, dialog: RegExp): Promise<void> =>
        isFaultlessSheet(page, name, dialog);
      await work.tap();
      await shown('a sheet', /^Work$/);
      await button(page, 'URL').tap();
      await shown('the URL', /^Call /);
      await button(page, 'Deploy').tap();
      await shown('deploy', /^Deploy version/);
      await button(page, 'Add a block').tap();
      await shown('adding', /^Add a block$/);
      await page.getByRole('radio', { name: 'Canvas' }).tap();
      await page.getByRole('toolbar', { name: 'Canvas' }).waitFor();
      await isFaultless(page, 'the canvas');

      await open(page, await withProblem(`Phone problem ${theme}`), /^Phone problem/);
      await page.getByRole('row', { name: /^Call/ }).tap();
      await page.getByLabel('Name', { exact: true }).fill('Called');
      await page.keyboard.press('Enter');
      await page.goBack();
      await button(page, /^\d+ problems?/).tap();
      await shown('problems', /^Problems/);
      await open(page, await drawn(`Phone empty ${theme}`, []), /^Phone empty/);
      await page.getByText('No blocks yet.').waitFor();
      await isFaultless(page, 'empty');
    },
    patienceMs,
  );
});
