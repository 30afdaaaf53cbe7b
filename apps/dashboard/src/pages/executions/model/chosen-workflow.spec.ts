import { describe, expect, it } from '@jest/globals';
import { chosenWorkflow } from './chosen-workflow.js';

const workflows = [
  { id: '1', name: 'order intake' },
  { id: '2', name: 'Order intake' },
];

describe('chosenWorkflow', () => {
  it.each([
    ['', workflows, { kind: 'any' }],
    ['Order intake', undefined, { kind: 'unread' }],
    ['Order intake', workflows, { kind: 'one', id: '2' }],
    ['ORDER INTAKE', workflows, { kind: 'one', id: '1' }],
    ['1', workflows, { kind: 'one', id: '1' }],
    ['Orders', workflows, { kind: 'unknown' }],
  ])('finds %j', (wanted, known, expected) => {
    expect(chosenWorkflow(wanted, known)).toEqual(expected);
  });
});
