/** n8n workflows in its import format: nodes and chains of nodes. */

const node = (id, name, type, typeVersion, parameters) => ({
  id,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [0, 0],
  parameters,
});

export const nodeOf = {
  webhook: (id, name, path) => ({
    ...node(id, name, 'webhook', 2, {
      httpMethod: 'POST',
      path,
      responseMode: 'responseNode',
      options: {},
    }),
    webhookId: path,
  }),
  post: (id, name, url, jsonBody) =>
    node(id, name, 'httpRequest', 4.2, {
      method: 'POST',
      url,
      sendBody: true,
      specifyBody: 'json',
      jsonBody,
      options: { response: { response: { fullResponse: true, neverError: true } } },
    }),
  equals: (id, name, leftValue, rightValue) =>
    node(id, name, 'if', 2.2, {
      conditions: {
        options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
        combinator: 'and',
        conditions: [
          { id: 'c1', leftValue, rightValue, operator: { type: 'number', operation: 'equals' } },
        ],
      },
      options: {},
    }),
  code: (id, name, jsCode) => node(id, name, 'code', 2, { jsCode }),
  respond: (id, name, responseBody, responseCode = 200) =>
    node(id, name, 'respondToWebhook', 1.1, {
      respondWith: 'json',
      responseBody,
      options: { responseCode },
    }),
};

/** @param branches extra nodes, by the name of the node whose second output leads to them */
export function workflowOf(id, chain, branches = {}) {
  const to = ({ name }) => [{ node: name, type: 'main', index: 0 }];
  return {
    id,
    name: id,
    active: false,
    settings: { executionOrder: 'v1' },
    nodes: [...chain, ...Object.values(branches)],
    connections: Object.fromEntries(
      chain.slice(0, -1).map(({ name }, index) => {
        const other = branches[name];
        return [name, { main: [to(chain[index + 1]), ...(other ? [to(other)] : [])] }];
      }),
    ),
  };
}
