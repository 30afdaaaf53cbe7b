import { describe, expect, it } from '@jest/globals';
import { registryAnswers } from '../../../../test/support/registry-suite.js';
import { openTestApi } from '../testing/open-test-api.js';

const api = openTestApi();

const get = async (path: string) => {
  const { status, headers, body } = await api.request<unknown>('GET', path);
  return { status, contentType: String(headers['content-type']), body };
};

describe('the read API of the registry without an API key', () => {
  registryAnswers(() => ({ get }));

  it('answers with the content type of the registry, errors too', async () => {
    for (const path of ['/subjects', '/schemas/ids/1', '/schemas/ids/0', '/config', '/mode']) {
      expect((await get(path)).contentType).toMatch(/^application\/vnd\.schemaregistry\.v1\+json/);
    }
  });

  it('refuses an invalid version', async () => {
    const path = '/subjects/workflow.execution.claims-io.flowledger.execution.PartitionClaimed';
    expect(await get(`${path}/versions/first`)).toMatchObject({
      status: 422,
      body: { error_code: 42202 },
    });
  });

  it('lists the subjects of a schema id', async () => {
    const { body } = await get('/schemas/ids/3/versions');
    expect(body).toEqual(
      expect.arrayContaining([
        {
          subject: 'workflow.execution.claims-io.flowledger.execution.PartitionClaimed',
          version: 1,
        },
      ]),
    );
  });
});
