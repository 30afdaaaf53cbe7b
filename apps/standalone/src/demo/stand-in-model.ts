/**
 * A model that understands nothing: it calls the first tool once, with the first number of the
 * question, then answers. So an agent with tools goes its whole way.
 */

type Fields = Readonly<Record<string, unknown>>;

interface Message {
  readonly role?: unknown;
  readonly content?: unknown;
}

const fields = (value: unknown): Fields =>
  value !== null && typeof value === 'object' ? (value as Fields) : {};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The text parts of a message. */
const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map((part) => fields(part)['text'])
        .filter((text) => typeof text === 'string')
        .join(' ');

/** What the JSON Schema of a tool asks for. */
function inventedArguments(schema: Fields, question: string): Fields {
  const number = /\d+/.exec(question)?.[0] ?? '1';
  const invented: Fields = { string: number, number: Number(number), integer: Number(number) };
  return Object.fromEntries(
    Object.entries(fields(schema['properties'])).map(([name, property]) => [
      name,
      invented[String(fields(property)['type'])] ?? null,
    ]),
  );
}

const answered = (message: Fields, finishReason: string): { status: number; body: object } => ({
  status: 200,
  body: {
    id: 'stand-in',
    object: 'chat.completion',
    created: 0,
    model: 'stand-in',
    choices: [
      { index: 0, message: { role: 'assistant', ...message }, finish_reason: finishReason },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  },
});

/** @param request of `POST /chat/completions` */
export function inventedAnswer(request: Fields): { status: number; body: object } {
  if (request['stream'] === true) {
    const error = { message: 'The stand-in for models does not stream', type: 'invalid_request' };
    return { status: 400, body: { error } };
  }
  const messages = listOf(request['messages']).map((message): Message => fields(message));
  const question = textOf(messages.findLast(({ role }) => role === 'user')?.content);
  const found = messages.findLast(({ role }) => role === 'tool');
  const tool = fields(fields(listOf(request['tools'])[0])['function']);
  if (found !== undefined)
    return answered({ content: `The stand-in found ${textOf(found.content)}` }, 'stop');
  if (typeof tool['name'] !== 'string')
    return answered({ content: `The stand-in read ${question.length} characters.` }, 'stop');
  const call = {
    name: tool['name'],
    arguments: JSON.stringify(inventedArguments(fields(tool['parameters']), question)),
  };
  const toolCalls = [{ id: 'call-1', type: 'function', function: call }];
  return answered({ content: null, tool_calls: toolCalls }, 'tool_calls');
}
