/** Configuration of the agent block: any endpoint that speaks the OpenAI chat completions protocol (vLLM, Ollama, gateways). */
import { z } from 'zod';

const hour = 3_600_000;
const dollars = z.number().min(0).max(10_000);

export const agentConfig = z
  .strictObject({
    /** Up to and without `/chat/completions`. */
    baseUrl: z.string().trim().min(1).max(2_048).default('https://api.openai.com/v1'),
    /** Usually `{{NAME}}`; local servers need none. */
    apiKey: z.string().min(1).optional(),
    model: z.string().trim().min(1, 'must not be empty').max(200),
    systemPrompt: z.string().max(200_000).optional(),
    /** Text, or a value that is sent as JSON. */
    userPrompt: z.unknown().optional(),
    /** Earlier turns, sent between the two prompts. */
    messages: z
      .array(
        z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.unknown() }),
      )
      .max(1_000)
      .default([]),
    temperature: z.number().min(0).max(2).optional(),
    maxTokens: z.int().min(1).max(1_000_000).optional(),
    /** JSON schema of the answer; it is then parsed into `data`. */
    outputSchema: z.record(z.string(), z.unknown()).optional(),
    /** US dollars per million tokens; without them the block costs nothing in the log. */
    prices: z.strictObject({ input: dollars, output: dollars }).optional(),
    timeoutMs: z.int().min(1).max(hour).default(120_000),
    totalTimeoutMs: z.int().min(1).max(hour).default(600_000),
    retry: z
      .strictObject({
        maxRetries: z.int().min(0).max(20).default(3),
        initialDelayMs: z.int().min(1).max(hour).default(1_000),
        maxDelayMs: z.int().min(1).max(hour).default(30_000),
      })
      .prefault({}),
    onError: z.enum(['fail', 'continue']).optional(),
  })
  .refine(({ userPrompt, messages }) => userPrompt !== undefined || messages.length > 0, {
    path: ['userPrompt'],
    message: 'a user prompt or messages are required',
  });

export type AgentConfig = z.output<typeof agentConfig>;
