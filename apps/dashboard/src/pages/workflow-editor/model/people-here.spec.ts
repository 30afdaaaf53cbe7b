import { describe, expect, it } from '@jest/globals';
import { stillHere, withTold } from './people-here.js';

const told = (personId: string, isHere = true, workflowId = 'w') => [
  { workflowId, personId, name: personId.toUpperCase(), isHere },
];

describe('who is here', () => {
  it('comes, leaves, and is forgotten after half a minute', () => {
    const one = withTold([], told('ana'), 'w', 0);
    const two = withTold(one, told('ben'), 'w', 10_000);
    expect(two.map(({ name }) => name)).toEqual(['ANA', 'BEN']);
    expect(withTold(two, told('ana', false), 'w', 11_000).map(({ name }) => name)).toEqual(['BEN']);
    expect(stillHere(two, 30_000).map(({ name }) => name)).toEqual(['BEN']);
  });

  it('is nobody of another workflow, and nothing that cannot be read', () => {
    expect(withTold([], told('ana', true, 'other'), 'w', 0)).toEqual([]);
    expect(withTold([], [{ personId: 4 }, null, 'x'], 'w', 0)).toEqual([]);
    expect(withTold([], 'x', 'w', 0)).toEqual([]);
  });
});
