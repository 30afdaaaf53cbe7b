import { describe, expect, it } from '@jest/globals';
import { ofKey } from './own-logs.js';

const [workspaceId, one, other] = ['a0', 'b1', 'c2'];

describe('the logs that a key may query', () => {
  it('are those of its workspace', () => {
    const key = { workspaceId, workflowIds: null };
    expect(ofKey({ workspaceId: 'A0' }, key)).toEqual({ workspaceId: 'A0' });
    expect(() => ofKey({ workspaceId: 'b0' }, key)).toThrow('workspace');
  });

  it('are those of its workflows, or of those among them that the query names', () => {
    const key = { workspaceId, workflowIds: [one, other] };
    const filtered = (workflowIds?: string[]) =>
      ofKey({ workspaceId, ...(workflowIds && { workflowIds }) }, key).workflowIds;
    expect(filtered()).toEqual([one, other]);
    expect(filtered(['B1'])).toEqual(['B1']);
    expect(() => filtered([one, 'd3'])).toThrow('d3');
  });
});
