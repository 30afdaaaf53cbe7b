import { expect, it } from '@jest/globals';
import { Metrics } from '@libs/platform';
import { openTestApi } from '../testing/open-test-api.js';
import { createTenant } from '../testing/test-database.js';

const api = openTestApi();

it('counts requests by route and status, with unknown paths as one route', async () => {
  const { apiKey: key } = await createTenant(api);
  const id = '01900000-0000-7000-8000-000000000000';
  for (const path of [`/api/v1/workflows/${id}`, `/api/v1/workflows/${id}?x=1`, '/made/up'])
    await api.request('GET', path, { key });
  await api.call('PUT', 'workflows', { key });
  const text = await api.app.get(Metrics).registry.metrics();
  const counts = [...text.matchAll(/^flowledger_http_request_seconds_count\{(.*)\} (\d+)$/gm)];
  expect(Object.fromEntries(counts.map(([, labels, count]) => [labels, count]))).toEqual({
    'method="GET",route="/api/v1/workflows/:id",status="404",by="api"': '2',
    'method="GET",route="none",status="404",by="api"': '1',
    'method="PUT",route="none",status="405",by="api"': '1',
  });
});
