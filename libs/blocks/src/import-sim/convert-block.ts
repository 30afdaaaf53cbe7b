/** Converts one Sim block to its equivalent here, or else to a placeholder that says so. */
import { convertAgent } from './convert-agent.js';
import { convertFlow } from './convert-flow.js';
import { convertTrigger } from './convert-trigger.js';
import { placeholder, type ConvertedBlock } from './converted-block.js';
import { convertEvaluator } from './convert-evaluator.js';
import { convertHuman } from './convert-human.js';
import { convertRouter, type RouterTarget } from './convert-router.js';
import {
  builtData,
  jsonOf,
  pairsOf,
  textOf,
  valuesOf,
  type SimBlock,
  type Values,
} from './sim-workflow.js';

const methods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']);
const plain = (type: string, config: object, notes: readonly string[] = []): ConvertedBlock => ({
  type,
  config: config as ConvertedBlock['config'],
  notes,
});

/** Name of the workspace secret that replaces a credential in clear text. */
const secretFor = (header: string): string =>
  `IMPORTED_${header.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;

function convertApi(value: Values): ConvertedBlock {
  const notes: string[] = [];
  const asked = textOf(value('method') ?? 'GET').toUpperCase();
  const method = methods.has(asked) ? asked : 'GET';
  if (method !== asked) notes.push(`The method ${asked} is not supported; it was changed to GET`);
  const url = textOf(value('url'))
    .trim()
    .replace(/^"(.*)"$/, '$1');
  if (url === '') notes.push('It has no URL');
  const headers = pairsOf(value('headers'));
  const open = headers.filter(
    ({ key, value: given }) =>
      /authorization|cookie|token|secret|api-?key/i.test(key) && !/[<{]/.test(given),
  );
  for (const { key } of open)
    notes.push(`Its header ${key} had a credential; it was replaced by {{${secretFor(key)}}}`);
  const [timeoutMs, retries] = [Number(value('timeout')), Number(value('retries'))];
  const initialDelayMs = Number(value('retryDelayMs'));
  const maxDelayMs = Number(value('retryMaxDelayMs'));
  return plain(
    'api',
    {
      method,
      url: url || 'https://example.invalid/',
      query: pairsOf(value('params')),
      headers: headers.map((pair) =>
        open.includes(pair) ? { key: pair.key, value: `{{${secretFor(pair.key)}}}` } : pair,
      ),
      ...(value('body') !== undefined && { body: jsonOf(value('body')) }),
      ...(value('pathParams') !== undefined && {
        pathParams: Object.fromEntries(
          pairsOf(value('pathParams')).map(({ key, value: filled }) => [key, filled]),
        ),
      }),
      ...(timeoutMs > 0 && { timeoutMs: Math.min(3_600_000, timeoutMs) }),
      // Sim does not retry when no number is given.
      retry: {
        maxRetries: retries > 0 ? Math.min(20, retries) : 0,
        ...(initialDelayMs > 0 && { initialDelayMs }),
        ...(maxDelayMs > 0 && { maxDelayMs }),
      },
    },
    notes,
  );
}

function convertFunction(value: Values, name: string): ConvertedBlock {
  if (textOf(value('language') ?? 'javascript') !== 'javascript')
    return placeholder('function', name, 'Only JavaScript runs here');
  const code = jsonOf(value('code'));
  const source = Array.isArray(code)
    ? code.map((piece: { content?: unknown } | null) => textOf(piece?.content)).join('\n')
    : textOf(value('code'));
  return {
    ...plain('function', { code: source || 'return null' }),
    notes: /\b(?:fetch|require|import|setTimeout|process)\b/.test(source)
      ? ['The code may use the network, modules or timers, which do not exist here']
      : [],
    outputs: { stdout: 'console' },
  };
}

interface SimCondition {
  readonly id?: unknown;
  readonly title?: unknown;
  readonly value?: unknown;
}

function convertCondition(value: Values, name: string): ConvertedBlock {
  const list = jsonOf(value('conditions'));
  const found = Array.isArray(list) ? (list as (SimCondition | null)[]) : [];
  if (found.length === 0) return placeholder('condition', name, 'It has no conditions');
  const ports: Record<string, string> = {};
  const conditions = found.map((condition, index) => {
    const title = textOf(condition?.title) || 'if';
    const port = title === 'else' ? 'else' : index === 0 ? 'if' : `else-if-${index}`;
    ports[`condition-${textOf(condition?.id)}`] = port;
    const expression = textOf(condition?.value).trim();
    return title === 'else' ? { port } : { port, expression: expression || 'false' };
  });
  return {
    ...plain('condition', { conditions }),
    ports,
    outputs: { conditionResult: 'result', selectedOption: 'port', selectedPath: 'port' },
  };
}

function convertResponse(value: Values): ConvertedBlock {
  const isBuilt = value('dataMode') !== 'json' && value('builderData') !== undefined;
  const status = Number(value('status') ?? 200);
  return {
    ...plain('response', {
      status: Number.isInteger(status) ? status : textOf(value('status')),
      headers: pairsOf(value('headers')),
      body: isBuilt ? builtData(value('builderData')) : (jsonOf(value('data')) ?? null),
    }),
    outputs: { data: 'body' },
  };
}

function convertVariables(value: Values, name: string): ConvertedBlock {
  const list = jsonOf(value('variables'));
  const values = Array.isArray(list)
    ? list.flatMap((one: { variableName?: unknown; value?: unknown } | null) =>
        typeof one?.variableName === 'string' && /^[A-Za-z_]\w{0,63}$/.test(one.variableName)
          ? [[one.variableName, jsonOf(one.value)] as const]
          : [],
      )
    : [];
  return values.length === 0
    ? placeholder('variables', name, 'It assigns nothing')
    : plain('variables', { values: Object.fromEntries(values) });
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A child run. Only the author knows which workflow here it should run. */
function convertChild(value: Values, type: string, name: string): ConvertedBlock {
  const workflowId = textOf(value('workflowId') ?? value('manualWorkflowId'));
  if (!uuid.test(workflowId)) {
    const why =
      workflowId === ''
        ? 'It names no workflow'
        : 'The id of its workflow is a reference; enter the id';
    return placeholder(type, name, why);
  }
  const mapping = jsonOf(value('inputMapping'));
  const input = mapping ?? (value('input') === undefined ? {} : { input: value('input') });
  return {
    type: 'workflow',
    config: { workflowId, input },
    notes: [
      `It runs the workflow ${workflowId} of Sim. Import that workflow too, and enter its id here`,
    ],
    outputs: { result: 'output', response: 'output' },
  };
}

/**
 * @param container the workflow's own entry for a loop or parallel with this id
 * @param targets blocks that its edges lead to
 * @returns the equivalent block, or a placeholder
 */
export function convertBlock(
  block: SimBlock,
  container: Readonly<Record<string, unknown>> = {},
  targets: readonly RouterTarget[] = [],
): ConvertedBlock {
  const value = valuesOf(block);
  const { type, name } = block;
  const trigger = convertTrigger(type, value, name);
  if (trigger !== null) return trigger;
  const flow = convertFlow(block, value, container);
  if (flow !== null) return flow;
  switch (type) {
    case 'agent':
      return convertAgent(value);
    case 'api':
      return convertApi(value);
    case 'function':
      return convertFunction(value, name);
    case 'condition':
      return convertCondition(value, name);
    case 'response':
      return convertResponse(value);
    case 'variables':
      return convertVariables(value, name);
    case 'router':
    case 'router_v2':
      return convertRouter(type, value, name, targets);
    case 'evaluator':
      return convertEvaluator(value, name);
    case 'human_in_the_loop':
      return convertHuman(value, name);
    case 'workflow':
    case 'workflow_input':
      return convertChild(value, type, name);
    case 'note':
      return plain('note', { text: textOf(value('content') ?? value('text')) });
    default:
      return placeholder(type, name, `Sim's block "${type}" has no equivalent here`);
  }
}
