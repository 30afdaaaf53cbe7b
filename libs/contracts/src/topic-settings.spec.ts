import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topicCatalogue } from './topic-catalogue.js';
import { topics } from './topics.js';

const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/events.md'), 'utf8');
const publicTopics = topicCatalogue.filter(({ audience }) => audience === 'public');
const dayMs = 24 * 60 * 60 * 1000;

describe('public topics', () => {
  it.each(publicTopics.map((topic) => [topic.name, topic] as const))(
    '%s has the retention of docs/reference/events.md, without compaction',
    (name, { config }) => {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
      const kept = row.split('|')[4]?.trim() ?? '';
      const retentionMs = Number(config['retention.ms']);
      expect(kept).toBe(retentionMs === -1 ? 'for ever' : `${retentionMs / dayMs} days`);
      expect(config['cleanup.policy']).toBe('delete');
    },
  );

  it('never get more partitions, so a key keeps its partition', () => {
    expect(publicTopics.filter(({ growable }) => growable)).toEqual([]);
  });
});

describe('the ledger', () => {
  it('has one partition count, keeps every record, and compacts only claims', () => {
    for (const name of [topics.requests, topics.control, topics.events]) {
      const topic = topicCatalogue.find((one) => one.name === name);
      expect(topic).toMatchObject({ partitions: 'ledger', growable: false });
      expect(topic?.config).toMatchObject({ 'retention.ms': '-1', 'cleanup.policy': 'delete' });
    }
    const compacted = topicCatalogue.filter(({ config }) => config['cleanup.policy'] === 'compact');
    expect(compacted.map(({ name }) => name)).toEqual([topics.claims]);
  });
});
