/**
 * Why did last night's runs fail, and rerun one. The rates that they fetch were gone; they are back
 * now. Runs of another workflow went well before and after.
 */
import { brokenService } from '../../../apps/dashboard/journeys/support/broken-service.ts';
import { eventually } from '../../../test/support/eventually.ts';

export const title = 'Why last night’s runs failed, and one rerun';
export const bar = 6;

const failures = 3;
async function deployed(api, name, block) {
  const { data } = await api('POST', '/workflows', {
    name,
    definition: {
      blocks: [{ id: 'start', type: 'api_trigger', name: 'Start', config: {} }, block],
      edges: [{ from: 'start', to: block.id }],
    },
  });
  await api('POST', `/workflows/${data.id}/deploy`);
  return data.id;
}

const countOf = async (api, workspaceId, workflow, status) => {
  const filter = new URLSearchParams({ workspaceId, workflowIds: workflow, status });
  return (await api('GET', `/logs?${filter}`)).data.length;
};

export async function prepare({ api, workspaceId }) {
  const rates = await brokenService();
  const nightly = await deployed(api, 'Nightly sync', {
    ...{ id: 'rates', type: 'api', name: 'Fetch rates' },
    config: { url: rates.url, method: 'GET' },
  });
  const hourly = await deployed(api, 'Hourly report', {
    ...{ id: 'count', type: 'variables', name: 'Count' },
    config: { values: { orders: 12 } },
  });
  const run = (id) => api('POST', `/workflows/${id}/execute`);
  await run(hourly);
  for (let number = 0; number < failures; number += 1) await run(nightly);
  await run(hourly);
  const count = (workflow, status) => countOf(api, workspaceId, workflow, status);
  await eventually('the runs are listed', async () => {
    return (await count(nightly, 'error')) === failures && (await count(hourly, 'success')) === 2;
  });
  rates.mend();
  const hasRerun = async () => (await count(nightly, 'success')) === 1;
  return { hasRerun, close: () => rates.close() };
}

export async function walk(person) {
  await person.click('link', 'Executions');
  await person.click('link', 'Nightly sync');
  await person.reads(/CONNECTION|connection|socket|ECONNRESET/);
  await person.click('button', 'Rerun from Fetch rates');
  await person.reads(/^Succeeded in/);
}

export const check = ({ hasRerun }) => eventually('one was rerun', hasRerun);
