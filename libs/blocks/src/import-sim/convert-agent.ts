/** Sim's agent: the model's name decides the provider, and keys only ever become secrets. */
import type { ConvertedBlock } from './converted-block.js';
import { jsonOf, textOf, type Values } from './sim-workflow.js';

const providers: readonly (readonly [RegExp, string, string])[] = [
  [/^(?:gpt|o\d|chatgpt)/i, 'openai', 'OPENAI_API_KEY'],
  [/^claude/i, 'anthropic', 'ANTHROPIC_API_KEY'],
  [/^gemini/i, 'google', 'GEMINI_API_KEY'],
];
const isSecret = (text: string): boolean => /^\{\{\s*[A-Za-z_]\w*\s*\}\}$/.test(text);

interface ModelPlace {
  readonly config: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/** The provider's settings with the key as a secret, for every Sim block that asks a model. */
export function placeOf(value: Values, model: string): ModelPlace {
  const known = providers.find(([pattern]) => pattern.test(model));
  const given = textOf(value('apiKey'));
  if (known === undefined) {
    const note = `The provider of the model "${model}" is not known: baseUrl is a local Ollama. Change it`;
    return {
      config: {
        baseUrl: 'http://127.0.0.1:11434/v1',
        ...(isSecret(given) && { apiKey: given }),
      },
      notes: [note],
    };
  }
  const [, provider, secret] = known;
  if (isSecret(given)) return { config: { provider, apiKey: given }, notes: [] };
  const note = `Store the key of ${provider} as the secret ${secret} of the workspace`;
  return { config: { provider, apiKey: `{{${secret}}}` }, notes: [note] };
}

function schemaOf(value: unknown, notes: string[]): object | null {
  const format = jsonOf(value) as { schema?: unknown } | string | undefined;
  if (format === undefined) return null;
  const schema = typeof format === 'object' ? (format.schema ?? format) : null;
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return schema;
  notes.push('The response format is not a JSON schema and was left out');
  return null;
}

function turnsOf(value: unknown): { role: string; content: string }[] {
  const turns = jsonOf(value);
  if (!Array.isArray(turns)) return [];
  return turns.flatMap((turn: { role?: unknown; content?: unknown } | null) =>
    turn?.role === 'system' || turn?.role === 'user' || turn?.role === 'assistant'
      ? [{ role: turn.role, content: textOf(turn.content) }]
      : [],
  );
}

export function convertAgent(value: Values): ConvertedBlock {
  const model = textOf(value('model')) || 'gpt-4o';
  const place = placeOf(value, model);
  const notes = [...place.notes];
  const schema = schemaOf(value('responseFormat'), notes);
  const tools = jsonOf(value('tools'));
  if (Array.isArray(tools) && tools.length > 0)
    notes.push(`Its ${tools.length} tools were left out. Here a tool is an HTTP request block`);
  const messages = turnsOf(value('messages'));
  const [temperature, maxTokens] = [Number(value('temperature')), Number(value('maxTokens'))];
  const userPrompt = value('userPrompt');
  if (userPrompt === undefined && messages.length === 0) notes.push('It has no user prompt');
  return {
    type: 'agent',
    config: {
      ...place.config,
      model,
      ...(value('systemPrompt') !== undefined && { systemPrompt: textOf(value('systemPrompt')) }),
      ...(userPrompt !== undefined || messages.length === 0
        ? { userPrompt: userPrompt ?? '' }
        : {}),
      ...(messages.length > 0 && { messages }),
      ...(Number.isFinite(temperature) && { temperature: Math.min(2, Math.max(0, temperature)) }),
      ...(Number.isInteger(maxTokens) && maxTokens > 0 && { maxTokens }),
      ...(schema !== null && { outputSchema: schema }),
    },
    notes,
    // With a response format, Sim puts its fields at the top level.
    ...(schema !== null && {
      outputs: {
        '*': 'data',
        content: 'content',
        model: 'model',
        tokens: 'tokens',
        toolCalls: 'toolCalls',
      },
    }),
  };
}
