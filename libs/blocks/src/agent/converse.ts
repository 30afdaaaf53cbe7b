/** The rounds between model and tools; the `ai` SDK runs them. */
import type { Scope } from '@libs/workflow';
import type { EffectContext } from '../block.js';
import type { AgentConfig } from './agent.config.js';
import { callTool, type AgentTool, type ToolCall } from './agent-tools.js';
import { ModelFailedError } from './model-failure.js';
import type { ModelSession } from './model-session.js';

export interface Turn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The result of the last round. */
export interface Said {
  readonly text: string;
  readonly finishReason: string;
  /** The model asked for tools, but there was no further round. */
  readonly wantsTools: boolean;
}

type Settings = Pick<AgentConfig, 'temperature' | 'maxTokens' | 'maxRounds'>;

/** Concurrent calls in one round: a model may ask for hundreds. */
const toolsAtOnce = 4;

/** The model's view of a call: the answer, or the error. */
const toldTo = ({ status, result, error }: ToolCall): object =>
  error === null ? { status, data: result } : { status, data: result, error };

/**
 * @param toolCalls grows as calls end, so that they are known when a later round fails
 * @throws ModelFailedError
 */
export async function converse(
  session: ModelSession,
  turns: readonly Turn[],
  tools: readonly AgentTool[],
  toolCalls: ToolCall[],
  { temperature, maxTokens, maxRounds }: Settings,
  scope: Scope,
  context: EffectContext,
): Promise<Said> {
  const { generateText, dynamicTool, jsonSchema, stepCountIs } = await import('ai');
  // A setting that a provider ignores is no reason to write to the process's output.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  session.limits.add(turns.reduce((sum, { content }) => sum + content.length, 0));
  let callNumber = 0;
  const lanes = Array.from({ length: toolsAtOnce }, () => Promise.resolve());
  const toolContext = { ...context, onAttemptFailed: session.onAttemptFailed };
  const offered = tools.map((tool) => {
    const { name, description, parameters } = tool;
    const execute = async (args: unknown): Promise<object> => {
      callNumber += 1;
      const place = { round: session.round, callNumber };
      const lane = callNumber % toolsAtOnce;
      const called = (lanes[lane] ?? Promise.resolve()).then(() =>
        callTool(tool, args, place, scope, toolContext),
      );
      lanes[lane] = called.then(() => undefined);
      const call = await called;
      toolCalls.push(call);
      const told = toldTo(call);
      session.limits.add(JSON.stringify(told).length);
      return told;
    };
    return [
      name,
      dynamicTool({ description, inputSchema: jsonSchema(parameters), execute }),
    ] as const;
  });
  const said = await generateText({
    model: session.model,
    messages: turns.map(({ role, content }) => ({ role, content })),
    allowSystemInMessages: true,
    tools: Object.fromEntries(offered),
    stopWhen: stepCountIs(maxRounds),
    // The session retries, because each try is an event.
    maxRetries: 0,
    abortSignal: context.signal,
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    onStepEnd: ({ toolCalls: asked }) => {
      for (const call of asked) {
        if (!('invalid' in call) || call.invalid !== true) continue;
        toolCalls.push(madeUp(call.toolName, call.input, session.round));
      }
    },
  }).catch((error: unknown) => {
    throw rootOf(error);
  });
  const last = said.steps.at(-1);
  return {
    text: last?.text ?? '',
    finishReason: last?.finishReason ?? 'other',
    wantsTools: (last?.toolCalls.length ?? 0) > 0,
  };
}

/** A call of an unknown tool, or with invalid arguments; the model was told so. */
const madeUp = (name: string, args: unknown, round: number): ToolCall => ({
  name,
  block: null,
  arguments: args ?? null,
  round,
  status: null,
  result: null,
  error: {
    code: 'INVALID_TOOL_CALL',
    message: 'The tool does not exist, or its arguments do not match its schema',
  },
  durationMs: 0,
});

/** The SDK may wrap the errors that its model throws. */
function rootOf(error: unknown): unknown {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof ModelFailedError) return current;
  return error;
}
