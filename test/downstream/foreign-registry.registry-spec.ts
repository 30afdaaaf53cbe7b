/**
 * A third-party registry at SCHEMA_REGISTRY_URL, initially empty. `npm run schemas:register` fills
 * it, and it must answer like ours. Run by `npm run test:registry` (setup:
 * examples/downstream/README.md).
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { registryAnswers } from '../support/registry-suite.js';

const url = process.env['SCHEMA_REGISTRY_URL'] ?? '';
const tool = join(import.meta.dirname, '../../scripts/run-tool.mjs');
const register = (): string =>
  execFileSync(process.execPath, [tool, 'register-schemas'], { encoding: 'utf8' });

beforeAll(() => {
  if (url === '') throw new Error('set SCHEMA_REGISTRY_URL to an empty registry');
  register();
}, 120_000);

describe('a foreign registry', () => {
  registryAnswers(() => ({
    get: async (path) => {
      const response = await fetch(`${url}${path}`);
      return {
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        body: await response.json(),
      };
    },
  }));

  it('accepts the same schemas again', () => {
    expect(register()).toMatch(/schema versions are registered/);
  });
});
