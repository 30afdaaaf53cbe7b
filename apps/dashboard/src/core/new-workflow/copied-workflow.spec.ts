import { describe, expect, it } from '@jest/globals';
import { draft } from '../edit/testing/draft.js';
import { copiedName, copiedText } from './copied-workflow.js';

const text = '{"blocks": [ {"id":"h", "type":"webhook","name":"H","config":{"path": "orders" }} ]}';

describe('a copy of a workflow', () => {
  it('has another path, and every other byte', () => {
    expect(copiedText(draft(text), 'x7')).toBe(text.replace('orders', 'orders-x7'));
    const long = text.replace('orders', 'o'.repeat(128));
    expect(copiedText(draft(long), 'x7')).toContain(`"${'o'.repeat(125)}-x7"`);
  });

  it.each(['{"blocks":[]}', '{"blocks":[{"id":"h","type":"webhook","config":{"path":7}}]}'])(
    'is the same without a path: %s',
    (other) => {
      expect(copiedText(draft(other), 'x7')).toBe(other);
    },
  );

  it('has a name that a workflow may have', () => {
    expect(copiedName('Orders', ' copy')).toBe('Orders copy');
    expect(copiedName('o'.repeat(200), ' copy')).toHaveLength(200);
  });
});
