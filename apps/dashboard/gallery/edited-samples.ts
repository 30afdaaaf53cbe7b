import type { CanvasMarks } from '../src/parts/canvas/edit/canvas-editing.js';
import type { CanvasSample } from './canvas-samples.js';

export const marksOfDraft: CanvasMarks = {
  pinned: new Set(['customer']),
  problems: new Map([
    ['risk', { severity: 'warning', text: 'The model has no price, so its cost is unknown' }],
    ['ask', { severity: 'error', text: 'The message is empty' }],
  ]),
};

export const marksOfDeploy: CanvasMarks = {
  changes: new Map([
    ['charge', { kind: 'changed', count: 3 }],
    ['risk', { kind: 'changed' }],
    ['accept', { kind: 'added' }],
    ['convert', { kind: 'removed' }],
    ['ask', { kind: 'moved', was: { x: 620, y: 300 } }],
  ]),
  edgeChanges: new Map([
    [JSON.stringify(['charge', 'out', 'accept']), 'added'],
    [JSON.stringify(['customer', 'out', 'convert']), 'removed'],
  ]),
};

/** What the deployed version has and the draft has not. */
export const withRemoved = (sample: CanvasSample): CanvasSample => {
  const { blocks, edges } = sample.definition;
  const convert = { id: 'convert', type: 'function', name: 'Convert currency', config: {} };
  return {
    ...sample,
    definition: {
      blocks: [...blocks, convert],
      edges: [...edges, { from: 'customer', to: 'convert' }],
    },
    selected: null,
  };
};
