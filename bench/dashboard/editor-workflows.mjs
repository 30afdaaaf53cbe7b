/**
 * One workflow in both formats: a webhook, then calls and conditions in turn, a response at the
 * end. The blocks have the same names and places.
 */
import { nodeOf, workflowOf } from '../n8n-workflow.mjs';

const url = 'https://orders.example/v1/orders';

/** Five in a row are read at one glance; hundreds are as wide as they are high. */
const columnsOf = (blocks) => (blocks <= 50 ? 5 : 25);

function placesOf(blocks) {
  const columns = columnsOf(blocks);
  return Array.from({ length: blocks }, (_, at) => [
    (at % columns) * 300,
    Math.floor(at / columns) * 180,
  ]);
}

const kindAt = (at, blocks) => {
  if (at === 0) return 'webhook';
  if (at === blocks - 1) return 'response';
  return at % 2 === 1 ? 'call' : 'check';
};
const nameAt = (at) => `Step ${at}`;
const idAt = (at) => `b${at}`;

const ourBlock = {
  webhook: (_at, path) => ({ type: 'webhook', config: { path } }),
  call: () => ({ type: 'api', config: { method: 'POST', url, body: { id: 1 } } }),
  check: (at) => ({
    type: 'condition',
    config: { conditions: [{ port: 'ok', expression: `<step${at - 1}.status> === 200` }] },
  }),
  response: () => ({ type: 'response', config: { body: { ok: true } } }),
};

/** @returns the definition, and its layout as `PUT /workflows/{id}/layout` takes it */
export function ourWorkflow(blocks, path) {
  const kinds = Array.from({ length: blocks }, (_, at) => kindAt(at, blocks));
  return {
    definition: {
      blocks: kinds.map((kind, at) => ({
        ...ourBlock[kind](at, path),
        id: idAt(at),
        name: nameAt(at),
      })),
      edges: kinds.slice(1).map((_, at) => ({
        from: idAt(at),
        to: idAt(at + 1),
        ...(kinds[at] === 'check' && { port: 'ok' }),
      })),
    },
    layout: {
      positions: Object.fromEntries(placesOf(blocks).map((place, at) => [idAt(at), place])),
      sizes: {},
      collapsed: [],
    },
  };
}

const theirNode = {
  webhook: (at, path) => nodeOf.webhook(idAt(at), nameAt(at), path),
  call: (at) => nodeOf.post(idAt(at), nameAt(at), url, '{"id":1}'),
  check: (at) => nodeOf.equals(idAt(at), nameAt(at), '={{ $json.statusCode }}', 200),
  response: (at) => nodeOf.respond(idAt(at), nameAt(at), '{"ok":true}'),
};

export function theirWorkflow(blocks, path) {
  const nodes = placesOf(blocks).map((position, at) => ({
    ...theirNode[kindAt(at, blocks)](at, path),
    position,
  }));
  return workflowOf(`bench${blocks}`, nodes);
}
