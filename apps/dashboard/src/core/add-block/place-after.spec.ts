import { describe, expect, it } from '@jest/globals';
import { fittingOffers, fittingPlace, placeAfter } from './place-after.js';
import { serverTypes } from './testing/server.js';

const block = (id: string, type: string, config: Readonly<Record<string, unknown>> = {}) => ({
  ...{ id, type, name: id, config },
});

const definition = {
  blocks: [
    block('hook', 'webhook'),
    block('check', 'condition', { conditions: [{ port: 'paid' }, { port: 'open' }] }),
    block('lines', 'loop'),
    block('answer', 'response'),
    block('remark', 'note'),
  ],
  edges: [
    { from: 'hook', to: 'check' },
    { from: 'check', to: 'answer', port: 'paid' },
  ],
};
const after = (...selected: readonly string[]) => placeAfter(definition, serverTypes, selected);

describe('placeAfter', () => {
  it('is behind the selected block, by a port that leads nowhere yet', () => {
    expect(after('hook')).toEqual({ kind: 'after', from: 'hook', port: 'out', isBranch: false });
    expect(after('check')).toMatchObject({ from: 'check', port: 'open' });
    // Not in the body.
    expect(after('lines')).toMatchObject({ from: 'lines', port: 'out' });
  });

  it.each([[[]], [['hook', 'check']], [['gone']], [['remark']]])(
    'is the ground while %j is selected',
    (selected) => {
      expect(after(...selected)).toEqual({ kind: 'alone' });
    },
  );

  it('is the ground for what cannot follow', () => {
    const fitting = (type: string) =>
      fittingPlace(definition, serverTypes, after('hook'), type).kind;
    expect([fitting('api'), fitting('note')]).toEqual(['after', 'alone']);
    const offers = fittingOffers(definition, serverTypes, after('hook'));
    const refusalOf = (type: string) => offers.find((one) => one.type.type === type)?.refusal;
    expect([refusalOf('api'), refusalOf('note')]).toEqual([null, null]);
    expect(refusalOf('manual')).toMatchObject({ reason: 'secondTrigger' });
  });
});
