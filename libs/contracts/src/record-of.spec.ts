import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeRecord, type RecordType } from './codec.js';
import { recordOf } from './record-of.js';
import { topicCatalogue } from './topic-catalogue.js';

const released = join(import.meta.dirname, '../../../schemas/released');
const samples = readdirSync(released).flatMap((version) => {
  const golden = readFileSync(join(released, version, 'golden.json'), 'utf8');
  return Object.entries(JSON.parse(golden) as Record<RecordType, { readonly frame: string }[]>);
});

describe('recordOf', () => {
  it.each(samples.filter(([type]) => !type.startsWith('ManagementAction')))(
    'assigns %s to a topic that lists this type',
    (type, frames) => {
      const [{ frame } = { frame: '' }] = frames;
      const { data } = decodeRecord(Buffer.from(frame, 'base64'));
      const { topic } = recordOf(type as never, data as never);
      expect(topicCatalogue.find(({ name }) => name === topic)?.records).toContain(type);
    },
  );
});
