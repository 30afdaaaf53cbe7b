import { describe, expect, it } from '@jest/globals';
import { draft } from '../../../core/edit/testing/draft.js';
import { needsInput } from './needs-input.js';

const drafted = (trigger: string, text: string) =>
  needsInput(
    draft(
      JSON.stringify({
        blocks: [
          { id: 'start', type: trigger, name: 'Order received', config: {} },
          {
            id: 'call',
            type: 'api',
            name: 'Call',
            config: { url: 'https://x.example', body: text },
          },
        ],
        edges: [{ from: 'start', to: 'call' }],
      }),
    ),
  );

describe('needsInput', () => {
  it.each([
    ['webhook', 'total <Order Received.body.total>', true],
    ['api_trigger', '<orderreceived>', true],
    ['chat', '<orderreceived.input>', true],
    ['webhook', 'nothing of it', false],
    ['webhook', '\\<orderreceived.body> and <call.data>', false],
    // They make their own.
    ['manual', '<orderreceived.x>', false],
    ['schedule', '<orderreceived.scheduledAt>', false],
  ])('of a %s, whose block says %s: %s', (trigger, text, needed) => {
    expect(drafted(trigger, text)).toBe(needed);
  });

  it('is no question without a trigger', () => {
    expect(needsInput(draft('{"blocks":[]}'))).toBe(false);
  });
});
