/**
 * Answers of a hostile language model, in the frames of three providers. The first part of a
 * path names the oddity; the rest of it and the request's `stream` decide the frame.
 */
import type { ServerResponse } from 'node:http';

interface Said {
  readonly text?: string;
  /** Arguments of the tool calls, as JSON text. */
  readonly calls?: readonly string[];
  readonly counts?: readonly [prompt: unknown, completion: unknown];
  readonly model?: string;
  /** Events of a stream that the text is spread over. */
  readonly pieces?: number;
}

const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const listOf = (item: string, times: number): string => `[${`${item},`.repeat(times)}1]`;

/** By name. Those with calls ask for tools in every round, without end. */
const oddities: Readonly<Record<string, Said>> = {
  'm-plain': { text: 'Hello' },
  'm-long': { text: filled('a', 4_900_000) },
  'm-escaped': { text: filled('"\\\n', 1_600_000) },
  'm-values': { text: listOf('[]', 1_500_000) },
  'm-json': { text: listOf('{"a":1}', 60_000) },
  'm-deep': { text: '['.repeat(1_000_000) },
  'm-catastrophe': { text: JSON.stringify(`${'a'.repeat(40)}!`) },
  'm-pieces': { text: filled('ab', 40_000), pieces: 20_000 },
  'm-call': { calls: ['{"a":1}'] },
  'm-calls': { calls: Array.from({ length: 400 }, () => '{"a":1}') },
  'm-many-calls': { calls: Array.from({ length: 20_000 }, () => '{}') },
  'm-large-call': { calls: [JSON.stringify({ a: filled('a', 4_500_000) })] },
  'm-heavy-call': { calls: [`{"a":${listOf('[]', 190_000)}}`] },
  'm-deep-call': { calls: [`{"a":${'['.repeat(100_000)}`] },
  'm-broken-call': { calls: ['{"a":', 'null', '[]', '"x"', '{"__proto__":{"a":1}}'] },
  'm-counts': { text: 'x', counts: [1e308, -1] },
  'm-odd-counts': { text: 'x', counts: ['many', null] },
  'm-name': { text: 'x', model: `__proto__\0${filled('🌍', 1_000_000)}` },
  'm-constructor': { text: 'x', model: 'constructor' },
};
export const oddModels: readonly string[] = Object.keys(oddities);

interface Request {
  readonly tools?: readonly {
    readonly name?: string;
    readonly function?: { readonly name: string };
    readonly functionDeclarations?: readonly { readonly name: string }[];
  }[];
  readonly stream?: boolean;
}

const toolIn = ({ tools: [tool] = [] }: Request): string =>
  tool?.function?.name ?? tool?.name ?? tool?.functionDeclarations?.[0]?.name ?? 'nothing';

const parsedOr = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** One answer, or the delta of one event. */
const openAi = (said: Said, tool: string, key: 'message' | 'delta'): object => ({
  ...{ id: 'c', object: 'chat.completion', created: 1, model: said.model ?? 'm' },
  choices: [
    {
      index: 0,
      [key]: {
        role: 'assistant',
        content: said.text ?? null,
        ...(said.calls && {
          tool_calls: said.calls.map((args, index) => ({
            ...{ index, id: `call_${index}`, type: 'function' },
            function: { name: tool, arguments: args },
          })),
        }),
      },
      finish_reason: said.calls === undefined ? 'stop' : 'tool_calls',
    },
  ],
  usage: { prompt_tokens: said.counts?.[0] ?? 1, completion_tokens: said.counts?.[1] ?? 1 },
});

const anthropic = (said: Said, tool: string): object => ({
  ...{ id: 'm', type: 'message', role: 'assistant', model: said.model ?? 'm' },
  content: [
    ...(said.text === undefined ? [] : [{ type: 'text', text: said.text }]),
    ...(said.calls ?? []).map((args, index) => ({
      ...{ type: 'tool_use', id: `t${index}`, name: tool, input: parsedOr(args) },
    })),
  ],
  stop_reason: said.calls === undefined ? 'end_turn' : 'tool_use',
  usage: { input_tokens: said.counts?.[0] ?? 1, output_tokens: said.counts?.[1] ?? 1 },
});

const google = (said: Said, tool: string): object => ({
  modelVersion: said.model ?? 'm',
  candidates: [
    {
      content: {
        role: 'model',
        parts: [
          ...(said.text === undefined ? [] : [{ text: said.text }]),
          ...(said.calls ?? []).map((args) => ({
            functionCall: { name: tool, args: parsedOr(args) },
          })),
        ],
      },
      finishReason: 'STOP',
    },
  ],
  usageMetadata: {
    promptTokenCount: said.counts?.[0] ?? 1,
    candidatesTokenCount: said.counts?.[1] ?? 1,
  },
});

const event = (data: object, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;

function* pieces({ text, pieces: count = 1 }: Said): Generator<string> {
  const length = Math.max(1, Math.ceil((text ?? '').length / count));
  for (let at = 0; at < (text ?? '').length; at += length)
    yield (text ?? '').slice(at, at + length);
}

function* anthropicEvents(said: Said, tool: string): Generator<string> {
  const message = { ...anthropic({ ...said, text: '', calls: [] }, tool), content: [] };
  yield event({ type: 'message_start', message }, 'message_start');
  const block = {
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'text', text: '' },
  };
  yield event(block, 'content_block_start');
  for (const text of pieces(said)) {
    const delta = { type: 'text_delta', text };
    yield event({ type: 'content_block_delta', index: 0, delta }, 'content_block_delta');
  }
  yield event({ type: 'content_block_stop', index: 0 }, 'content_block_stop');
  const usage = { output_tokens: said.counts?.[1] ?? 1 };
  yield event(
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
    'message_delta',
  );
  yield event({ type: 'message_stop' }, 'message_stop');
}

function* eventsOf(path: string, said: Said, tool: string): Generator<string> {
  if (path.includes('/messages')) yield* anthropicEvents(said, tool);
  else if (path.includes('streamGenerateContent')) {
    for (const text of pieces(said)) yield event(google({ ...said, text }, tool));
    if (said.text === undefined) yield event(google(said, tool));
  } else {
    for (const text of pieces(said)) yield event(openAi({ ...said, text }, tool, 'delta'));
    if (said.text === undefined) yield event(openAi(said, tool, 'delta'));
    yield 'data: [DONE]\n\n';
  }
}

/** @returns false when the path names no model */
export function answerAsModel(path: string, body: string, response: ServerResponse): boolean {
  const said = oddities[/^\/(m-[a-z-]+)\//.exec(path)?.[1] ?? ''];
  if (said === undefined) return false;
  const request = parsedOr(body) as Request;
  const tool = toolIn(request);
  if (request.stream === true || path.includes('streamGenerateContent')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const text of eventsOf(path, said, tool)) response.write(text);
    response.end();
    return true;
  }
  const answer = path.includes('/messages')
    ? anthropic(said, tool)
    : path.includes('generateContent')
      ? google(said, tool)
      : openAi(said, tool, 'message');
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  return true;
}
