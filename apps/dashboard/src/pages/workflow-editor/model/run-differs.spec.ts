import { describe, expect, it } from '@jest/globals';
import { runDiffers } from './run-differs.js';

const block = (id: string, url: string) => ({ id, type: 'api', name: id, config: { url } });
const definition = { blocks: [block('a', '1'), block('b', '2')], edges: [{ from: 'a', to: 'b' }] };
const ranAll = () => true;

describe('whether the draft is no longer what ran', () => {
  it('does not, where only the order of fields and what is empty differ', () => {
    const draft = { variables: {}, edges: [{ to: 'b', from: 'a' }], blocks: definition.blocks };
    const run = { definition, isDraft: false, ran: ranAll };
    expect(runDiffers(run, JSON.stringify(draft))).toBe(false);
  });

  it.each([
    { ...definition, blocks: [block('a', '1'), block('b', '3')] },
    { ...definition, edges: [] },
    { ...definition, variables: { x: 1 } },
  ])('does, for a version, where anything differs: %j', (draft) => {
    const run = { definition, isDraft: false, ran: ranAll };
    expect(runDiffers(run, JSON.stringify(draft))).toBe(true);
  });

  it('compares only the blocks that ran with a part of the draft', () => {
    const draft = JSON.stringify({ blocks: [block('a', '1'), block('b', '3')], edges: [] });
    const run = { definition, isDraft: true };
    expect(runDiffers({ ...run, ran: (id) => id === 'a' }, draft)).toBe(false);
    expect(runDiffers({ ...run, ran: (id) => id === 'b' }, draft)).toBe(true);
    expect(runDiffers({ ...run, ran: ranAll }, JSON.stringify({ blocks: [] }))).toBe(true);
  });

  it('says nothing where the version is gone', () => {
    expect(runDiffers({ definition: null, isDraft: false, ran: ranAll }, '{}')).toBe(false);
  });
});
