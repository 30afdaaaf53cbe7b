import { describe, expect, it } from '@jest/globals';
import { topicCatalogue } from '@libs/contracts';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { asyncApiDocument, documentOfPage } from './asyncapi.js';
import { eventsPage, partitionsMark, withPartitions } from './events-page.js';

const require = createRequire(import.meta.url);
const document = JSON.parse(JSON.stringify(asyncApiDocument(12))) as {
  channels: Record<string, { address: string; messages: object; 'x-audience': string }>;
  operations: object;
};

const schema = JSON.parse(
  readFileSync(require.resolve('@asyncapi/specs/schemas/3.0.0.json'), 'utf8'),
) as { $schema?: string };
const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
const validate = ajv.compile(schema);

/** Every `$ref` in a value. */
function references(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' ? [String(inner)] : references(inner),
  );
}

describe('the AsyncAPI document', () => {
  it('is valid AsyncAPI 3', () => {
    validate(document);
    expect(validate.errors).toBeNull();
  });

  it('gives the reason, key, ordering, guarantee and retention of every topic', () => {
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

  it('has no dangling reference', () => {
    for (const reference of references(document)) {
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], document);
      expect([reference, found]).toEqual([reference, expect.anything()]);
    }
  });
});

describe('the topics page', () => {
  const shown = JSON.parse(JSON.stringify(documentOfPage(12))) as typeof document;

  it('has an operation for each topic and keeps every channel', () => {
    const topics = Object.values(shown.operations as Record<string, { channel: { $ref: string } }>);
    const channels = topics.map(({ channel }) => channel.$ref.replace('#/channels/', ''));
    expect(channels.sort()).toEqual(Object.keys(document.channels).sort());
    expect(shown.channels).toEqual(document.channels);
    expect(validate(shown)).toBe(true);
  });

  it('shows the configured number of partitions', () => {
    const page = eventsPage(`<p>${partitionsMark} and ${partitionsMark}</p>`, 'p{}');
    const text = withPartitions(page, 12);
    expect(text).toContain('<p>12 and 12</p>');
    expect(text).not.toContain(String(partitionsMark));
  });
});
