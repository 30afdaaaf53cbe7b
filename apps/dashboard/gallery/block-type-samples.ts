/** The block types as the server describes them, without their schemas. */
import { type BlockType, blockTypesByName } from '../src/core/edit-rules/block-type.js';

type Ports = BlockType['ports'];

const out: Ports = ['out'];
const type = (
  name: string,
  category: string,
  title: string,
  summary: string,
  ports: Ports = out,
): BlockType => {
  const role = category === 'trigger' ? 'trigger' : category === 'note' ? 'annotation' : 'effect';
  return { type: name, role, title, summary, category, ports, hasErrorPort: role === 'effect' };
};

export const blockTypeSamples = blockTypesByName([
  type('webhook', 'trigger', 'Webhook', 'Starts on a request to its own URL.'),
  type('api_trigger', 'trigger', 'API call', 'Starts on a call of the execute endpoint.'),
  type('manual', 'trigger', 'Manual', 'Starts when a person runs it.'),
  type('chat', 'trigger', 'Chat', 'Starts on a message of a conversation.'),
  type('schedule', 'trigger', 'Schedule', 'Starts at set times.'),
  type('api', 'action', 'HTTP request', 'Calls a URL, with retries, and gives its answer.'),
  type('agent', 'action', 'Agent', 'Asks a language model, with tools.'),
  type('condition', 'logic', 'Condition', 'Follows the first port whose expression is true.', {
    from: 'conditions[].port',
  }),
  type('router', 'logic', 'Router', 'Follows one of many ports, by a value.', {
    from: 'routes[].port',
    also: 'otherwise',
  }),
  type('function', 'data', 'Function', 'Runs JavaScript in a sandbox and gives what it returns.'),
  type('variables', 'data', 'Variables', 'Computes named values.'),
  type('loop', 'flow', 'Loop', 'Repeats its body, one iteration after another.', ['out', 'each']),
  type('parallel', 'flow', 'Parallel', 'Repeats its body, several at a time.', ['out', 'each']),
  type('workflow', 'flow', 'Workflow', 'Runs another workflow and waits for its end.'),
  type('wait', 'flow', 'Wait', 'Goes on after a duration, or at a time.'),
  type('approval', 'flow', 'Approval', 'Waits for the answer of a person.'),
  type('response', 'answer', 'Response', 'Answers the caller: status, headers and body.'),
  type('note', 'note', 'Note', 'Text for readers of the workflow.', []),
]);
