/** The dark theme at 200 %: a window of 1440×900 is as large as one of 720×450 then. */
import { expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { eventually } from '../../../test/support/eventually.js';
import { coveredIn } from './support/covered.js';
import { api, deployed, describeJourney, service, trigger } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
const zoomed: BrowserContextOptions = {
  colorScheme: 'dark',
  reducedMotion: 'reduce',
  deviceScaleFactor: 2,
  viewport: { width: 720, height: 450 },
};

const lightness = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data.slice(0, 3).reduce((sum, one) => sum + one, 0) / 765;
  })()`);

describeJourney('in the dark at 200 %', () => {
  it('no page scrolls sideways, and nothing lies over what is pressed or read', async () => {
    const failing = await deployed('zoomed', { body: {} }, 'throw new Error("It failed");');
    await trigger(failing);
    const url = { url: 'http://127.0.0.1:9/hook', workflowIds: [failing.id] };
    await api('POST', '/subscriptions', url);
    const filter = `workspaceId=${service.workspaceId}&workflowIds=${failing.id}`;
    const failed = await eventually('the failure is in the log', async () => {
      const { data } = await api<{ executionId: string }[]>('GET', `/logs?${filter}&status=error`);
      return data[0];
    });
    const page = await visit.signedIn('start', undefined, zoomed);
    for (const [path, heading] of [
      ['start', /./],
      ['executions', 'Executions'],
      [`executions/${failed.executionId}`, 'Journey zoomed'],
      ['webhooks', 'Webhooks'],
      ['workflows', 'Workflows'],
      [`workflows/${failing.id}`, 'Journey zoomed'],
    ] as const) {
      await page.goto(`${service.url}/w/${service.workspaceId}/${path}`);
      await page.getByRole('heading', { name: heading }).first().waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      expect({ path, ...(await coveredIn(page)) }).toEqual({ path, covered: [], overhangPx: 0 });
      expect(await lightness(page)).toBeLessThan(0.25);
    }
  });
});
