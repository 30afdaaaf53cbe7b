import { describe, expect, it } from '@jest/globals';
import { topicCatalogue } from '@libs/contracts';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { asyncApiDocument } from './asyncapi.js';
import { eventsPage } from './events-page.js';

const require = createRequire(import.meta.url);
const document = JSON.parse(JSON.stringify(asyncApiDocument(12, '1.0.0'))) as {
  channels: Record<string, { address: string; messages: object; 'x-audience': string }>;
  operations: object;
};

/** Every `$ref` in a value. */
function references(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' ? [String(inner)] : references(inner),
  );
}

describe('the AsyncAPI document', () => {
  it('is valid AsyncAPI 3', () => {
    const schema = JSON.parse(
      readFileSync(require.resolve('@asyncapi/specs/schemas/3.0.0.json'), 'utf8'),
    ) as { $schema?: string };
    const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
    (addFormats as unknown as (ajv: Ajv) => void)(ajv);
    const validate = ajv.compile(schema);
    validate(document);
    expect(validate.errors).toBeNull();
  });

  it('has every topic, and says of each who it is for and why', () => {
    const channels = Object.values(document.channels);
    expect(channels.map(({ address }) => address).sort()).toEqual(
      topicCatalogue.map(({ name }) => name).sort(),
    );
    for (const channel of channels) {
      expect(channel).toMatchObject({
        'x-why': expect.stringMatching(/./),
        'x-key': expect.stringMatching(/./),
        'x-ordering': expect.stringMatching(/./),
        'x-delivery-guarantee': expect.stringMatching(/./),
        'x-retention': expect.stringMatching(/./),
      });
    }
  });

  it('refers to nothing that is not there', () => {
    for (const reference of references(document)) {
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], document);
      expect([reference, found]).toEqual([reference, expect.anything()]);
    }
  });
});

describe('the page of the topics', () => {
  it('names every topic and loads nothing', () => {
    const html = eventsPage();
    for (const { name } of topicCatalogue) expect(html).toContain(`<code>${name}</code>`);
    expect(html).not.toMatch(/<script|src=|@import|url\(/);
  });
});
