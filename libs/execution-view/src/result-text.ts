/**
 * How an execution ended, or where it is, in a few words for one row of a list: "Answered 201",
 * "HTTP 402 in Charge card, third try". The projector stores it at the end of an execution. Pure.
 */
import { encryptedField } from '@libs/execution';

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly blockName?: string | null | undefined;
}

export interface Ending {
  readonly status: string;
  readonly error: Failure | null;
  /** HTTP status of the response block's answer. */
  readonly responseStatus: number | null;
  /** JSON text. */
  readonly finalOutput: string | null;
}

export const resultCharacters = 120;
/** A longer output is not summed up: the text is made for every execution that ends. */
const readCharacters = 2_000;
const maxFields = 3;

const shortened = (text: string): string => {
  const line = text.slice(0, readCharacters).replace(/\s+/gu, ' ').trim();
  const cut = line.length > resultCharacters ? `${line.slice(0, resultCharacters - 1)}…` : line;
  return cut.toWellFormed();
};

/** The sentence of `statusError` in libs/blocks: an error has no field for the status. */
const answered = /^The server answered with status (\d{3})$/;

/** Codes that say nothing about a block, in words. */
const reasons: Readonly<Record<string, string>> = {
  SKIPPED: 'Skipped, its concurrency limit was reached',
  QUEUE_TIMEOUT: 'Waited too long for a free slot',
};

const kindOf = ({ code, message }: Failure): string => {
  const status = code === 'HTTP_STATUS' ? answered.exec(message)?.[1] : undefined;
  return status === undefined ? code : `HTTP ${status}`;
};

const failureText = (failure: Failure): string =>
  shortened(
    failure.blockName == null
      ? (reasons[failure.code] ?? kindOf(failure))
      : `${kindOf(failure)} in ${failure.blockName}`,
  );

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** @param attempts of the block that failed; one is not worth a word */
export const withAttempts = (text: string, attempts: number | null): string =>
  attempts === null || attempts <= 1
    ? text
    : `${text}, ${attempts > ordinals.length ? `try ${attempts}` : `${ordinals[attempts - 1]} try`}`;

/** Undefined for a text that is no JSON: a list must not stop at it. */
function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

function outputText(output: string | null): string | null {
  if (output === null || output.length > readCharacters) return null;
  return valueText(parsed(output));
}

/** The output of an `api` block: what it got says more than that it got something. */
const answerText = ({ status, data }: { status?: unknown; data?: unknown }): string =>
  valueText(data) || `Got status ${String(status)}`;

function valueText(value: unknown): string | null {
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`;
  if (typeof value === 'string' || typeof value === 'number') return shortened(`${value}`);
  if (typeof value !== 'object' || value === null) return null;
  if (Object.hasOwn(value, encryptedField)) return null;
  if (['status', 'headers', 'data'].every((field) => Object.hasOwn(value, field)))
    return answerText(value);
  const fields = Object.entries(value).filter(
    ([, field]) => typeof field === 'string' || typeof field === 'number',
  );
  return shortened(
    fields
      .slice(0, maxFields)
      .map(([name, field]) => `${name} ${field}`)
      .join(', '),
  );
}

/** @returns an empty text when there is nothing short to say */
export function endingText({ status, error, responseStatus, finalOutput }: Ending): string {
  if (status === 'cancelled' && error?.code === 'CANCELLED') return shortened(error.message);
  if (error !== null) return failureText(error);
  if (responseStatus !== null) return `Answered ${responseStatus}`;
  return outputText(finalOutput) ?? '';
}

/**
 * What a list shows of an ended execution.
 * @param stored null in rows of a release that stored none
 */
export const endedText = (
  stored: string | null,
  error: Failure | null,
  attempts: number | null,
): string | null =>
  withAttempts(stored ?? (error === null ? '' : failureText(error)), attempts) || null;

/** @param failure of its last try, which will be repeated */
export const openBlockText = (blockName: string, failure: Failure | null): string =>
  failure === null ? shortened(`In ${blockName}`) : failureText({ ...failure, blockName });

export const queuedText = 'Waits for a free slot';
