/**
 * `function`: the author's JavaScript, isolated (libs/sandbox). References are values in it:
 * `return <api.data>.items.length`. Outputs `result` (JSON of the return value) and `console`
 * (printed lines, also after a failure).
 */
import { isTooHeavy } from '@libs/contracts';
import { ownTurn } from '@libs/event-loop';
import type { CodePlace, SandboxResult } from '@libs/sandbox';
import type { TextPlace } from '@libs/workflow';
import { z } from 'zod';
import { type BlockOutcome, defineBlock } from '../block.js';
import { compileCode, sandboxLimits } from '../code/code-template.js';
import { onError } from '../on-error.js';
import { advanced, ui } from '../hints.js';
import { placeholderMessage } from './placeholder-code.js';

const mebibyte = 1024 * 1024;

const config = z.strictObject({
  code: z
    .string()
    .min(1, 'must not be empty')
    .max(100_000)
    .meta(ui('code'))
    .describe('Body of an async function; a reference in it is a value'),
  timeoutMs: z
    .int()
    .min(1)
    .max(60_000)
    .default(sandboxLimits.timeoutMs)
    .meta({ ...ui('duration'), ...advanced })
    .describe('Longest run'),
  memoryMb: z
    .int()
    .min(1)
    .max(256)
    .default(sandboxLimits.memoryBytes / mebibyte)
    .meta(advanced)
    .describe('Most memory, in MiB'),
  onError,
});

const tooManyValues = {
  code: 'OUTPUT_TOO_LARGE',
  message:
    'The result has too many values. At most about 250,000 objects and lists, or 2 million other values, are stored. Return fewer',
} as const;

const placedMessage = (
  { message, place }: Extract<SandboxResult, { readonly ok: false }>,
  placeOf: (place: CodePlace) => TextPlace,
): string => {
  if (place === undefined) return message;
  const { line, column } = placeOf(place);
  return `${message} (line ${line}, column ${column})`;
};

export const functionBlock = defineBlock({
  type: 'function',
  role: 'computed',
  config,
  outputs: {
    result: 'what the code returned',
    console: 'list of `{ level, text }`, also when it failed',
  },
  code: { code: 'body' },
  secretFree: () => ['result'],
  warnings: ({ code: source }) => {
    const message = placeholderMessage(source);
    return message === null ? [] : [{ code: 'PLACEHOLDER', path: ['code'], message }];
  },
  compile: ({ code: source, timeoutMs, memoryMb }, compiler) => {
    const { code, parameters, argumentsText, placeOf } = compileCode(source, compiler, '.code');
    return {
      role: 'computed',
      compute: async (scope, { sandbox, signal }): Promise<BlockOutcome> => {
        const job = {
          code,
          parameters,
          argumentsText: argumentsText(scope),
          ...sandboxLimits,
          timeoutMs,
          memoryBytes: memoryMb * mebibyte,
        };
        const ran = await sandbox.run(job, signal);
        const length = ran.ok ? ran.valueText.length : 0;
        await ownTurn(length);
        const done =
          ran.ok && isTooHeavy(ran.valueText)
            ? { ...tooManyValues, ...ran, ok: false as const }
            : ran;
        await ownTurn(length);
        return {
          input: { code: source },
          output: {
            result: done.ok ? (JSON.parse(done.valueText) as unknown) : null,
            console: done.console,
          },
          ports: ['out'],
          error: done.ok ? null : { code: done.code, message: placedMessage(done, placeOf) },
          tolerable: false,
          attempts: 1,
        };
      },
    };
  },
});
