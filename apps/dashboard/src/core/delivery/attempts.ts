/** The attempts of a delivery on their axis: what each met, and how long after the one before. */
export interface Attempt {
  readonly number: number;
  readonly startedAt: string;
  readonly latencyMs: number;
  /** Null: no answer came; then the code says why. */
  readonly status: number | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly state: string;
  readonly url: string;
  readonly responseHeaders: Readonly<Record<string, unknown>> | null;
  readonly responseBody: string | null;
}

type AttemptMark = 'failed' | 'succeeded' | 'due';

export interface AttemptOnAxis {
  /** Null: it is still to come. */
  readonly number: number | null;
  readonly mark: AttemptMark;
  /** From the end of the attempt before; null for the first. */
  readonly afterMs: number | null;
  readonly attempt: Attempt | null;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const numberOr = <T>(value: unknown, other: T): number | T =>
  typeof value === 'number' ? value : other;
const textOr = <T>(value: unknown, other: T): string | T => (isText(value) ? value : other);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** An attempt of an answer, whose fields a newer server may have changed. */
export const readAttempt = (raw: Readonly<Record<string, unknown>>): Attempt => ({
  number: numberOr(raw['number'], 0),
  startedAt: textOr(raw['startedAt'], ''),
  latencyMs: numberOr(raw['latencyMs'], 0),
  status: numberOr(raw['status'], null),
  errorCode: textOr(raw['errorCode'], null),
  errorMessage: textOr(raw['errorMessage'], null),
  state: textOr(raw['state'], ''),
  url: textOr(raw['url'], ''),
  responseHeaders: isRecord(raw['responseHeaders']) ? raw['responseHeaders'] : null,
  responseBody: textOr(raw['responseBody'], null),
});

export function attemptsOnAxis(
  attempts: readonly Attempt[],
  nextDueAt: string | null,
): readonly AttemptOnAxis[] {
  const inOrder = attempts.toSorted((a, b) => a.number - b.number);
  const endOf = ({ startedAt, latencyMs }: Attempt): number => Date.parse(startedAt) + latencyMs;
  const done = inOrder.map((attempt, index): AttemptOnAxis => {
    const before = inOrder[index - 1];
    return {
      ...{ number: attempt.number, attempt },
      mark: attempt.state === 'succeeded' ? 'succeeded' : 'failed',
      afterMs:
        before === undefined ? null : Math.max(0, Date.parse(attempt.startedAt) - endOf(before)),
    };
  });
  if (nextDueAt === null) return done;
  const last = inOrder.at(-1);
  const afterMs = last === undefined ? null : Math.max(0, Date.parse(nextDueAt) - endOf(last));
  return [...done, { number: null, mark: 'due', afterMs, attempt: null }];
}
