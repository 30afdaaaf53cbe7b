/** Every page, state and theme. The gallery of all components has a journey of its own. */
import { expect, it } from '@jest/globals';
import { faultsOf } from './support/axe.js';
import { deployed, describeJourney, service, trigger } from './support/service.js';
import { notFoundState, statesOfPages } from './support/states.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

const themes = ['light', 'dark'] as const;
const widths = [1440, 390];
/** Some forty states, each read by axe; a machine may be busy. */
const patienceMs = 900_000;
const looks = themes.flatMap((theme) => widths.map((width) => [theme, width] as const));

describeJourney.each(looks)('in the %s theme at %d px', (theme, width) => {
  const options = {
    colorScheme: theme,
    viewport: { width, height: 844 },
    // A colour in the middle of a transition is nobody's.
    reducedMotion: 'reduce' as const,
  };

  it(
    'every page and state is free of faults',
    async () => {
      // Lists have rows.
      const workflow = await deployed(`axe-${theme}-${width}`, {});
      const executionId = (await trigger(workflow)).headers.get('x-execution-id') ?? '';
      const ids = { workflows: workflow.id, executions: executionId };
      const page = await visit.signedIn('start', undefined, options);
      for (const { name, reach } of [...statesOfPages(service, ids), notFoundState(service)]) {
        await reach(page);
        expect({ name, faults: await faultsOf(page) }).toEqual({ name, faults: [] });
      }
    },
    patienceMs,
  );

  it('the sign-in page is free of faults', async () => {
    const page = await visit.page(await visit.person(options));
    await page.goto(`${service.url}/sign-in`);
    await page.getByRole('link', { name: 'Sign in with Journey login' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.goto(`${service.url}/sign-in?error=unknown_email`);
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: 'Sign in with Journey login' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});
