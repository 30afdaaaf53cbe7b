/**
 * The one way into the ledger: admission, idempotency, durable append, and the wait on the live
 * tail for synchronous callers. A request is acknowledged only once Kafka has it. A run continues
 * when its caller disconnects.
 */
import {
  recordOf,
  traced,
  type ExecutionCompleted,
  type ExecutionRequested,
} from '@libs/contracts';
import type { Config } from '@libs/config';
import { AppendError, type RecordAppender } from '@libs/event-log';
import { ownTurn } from '@libs/event-loop';
import { executionLimitMs } from '@libs/execution';
import { limitsOf } from '@libs/persistence';
import { APPENDER, CONFIG } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { createHash } from 'node:crypto';
import { accountSuspended } from '../auth/suspension.js';
import { ApiError, unavailable } from '../errors/index.js';
import { type Admission, type OpenCaller, RateLimits } from '../limits/index.js';
import { LiveTailReader } from '../live-tail/live-tail.reader.js';
import { ExecutionEnds } from './execution-ends.js';
import { inputBytes, inputText } from './execution-input.js';
import type { ExecutionTarget } from './execution-target.js';
import { IdempotencyKeys, type RequestId, type Reservation } from './idempotency-keys.js';
import { KeyLocks } from './key-locks.js';

interface Idempotency {
  readonly scope: string;
  /** Release 3's scope of the same key; absent when it is equal. */
  readonly formerScope?: string;
  readonly key: string;
  /** Content that must be equal in a repeat. */
  readonly hashed: () => string;
}

export interface StartOptions {
  /** The version to run and its account; trigger settings are not needed here. */
  readonly target: Omit<
    ExecutionTarget,
    'isPaused' | 'triggerType' | 'triggerConfig' | 'wantsRawBody' | 'hasResponseBlock'
  >;
  /** As in logs and filters: api, webhook, manual, schedule or chat. */
  readonly trigger: string;
  /** Output of the trigger block; a `JsonText` is stored unchanged. */
  readonly input: unknown;
  /** `stream` counts as sync for limits, but the caller reads the events itself. */
  readonly mode: 'sync' | 'async' | 'stream';
  /** Called before the append; not called when the request repeats one already appended. */
  readonly onAppending?: (executionId: string) => void;
  readonly idempotency: Idempotency | null;
  readonly traceparent: string | null;
  /** Size of the request body; each step of a large one gets its own event-loop turn. */
  readonly bodyBytes: number;
  /** A caller without a key. Absent: a caller with one, or the service itself. */
  readonly open?: OpenCaller;
  /** For a rerun: the original execution. */
  readonly rerunOf?: string;
  /** JSON text: results of blocks that do not run. */
  readonly carried?: string | null;
  /** The id to run under, if no idempotency key decides it. Absent: a new one. */
  readonly executionId?: string;
  /** Subscriptions get no webhook of its end. Absent: they do. */
  readonly quiet?: boolean;
}

export interface StartedExecution {
  readonly executionId: string;
  /** Null for asynchronous callers, and when the wait ended before the run. */
  readonly ended: ExecutionCompleted | null;
}

const retryHeader = { 'retry-after': '2' };

/** @throws ApiError 409 when a limit of the workflow skipped the run; nothing was executed */
function ran(ended: ExecutionCompleted | null): ExecutionCompleted | null {
  if (ended?.error?.code !== 'SKIPPED') return ended;
  const { executionId } = ended;
  const headers = { 'x-execution-id': executionId };
  throw new ApiError(409, 'EXECUTION_SKIPPED', ended.error.message, [{ executionId }], headers);
}

const conflict = (): ApiError =>
  new ApiError(
    409,
    'IDEMPOTENCY_CONFLICT',
    'This idempotency key was used with a different request',
  );

async function hashOf(hashed: Idempotency['hashed'], bodyBytes: number): Promise<Buffer> {
  await ownTurn(bodyBytes);
  return createHash('sha256').update(hashed()).digest();
}

const nameOf = ({ scope, key }: Idempotency): string => JSON.stringify([scope, key]);

@Injectable()
export class ExecutionStarter {
  readonly #keyLocks = new KeyLocks();

  constructor(
    @Inject(APPENDER) private readonly appender: RecordAppender,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LiveTailReader) private readonly tail: LiveTailReader,
    @Inject(RateLimits) private readonly rateLimits: RateLimits,
    @Inject(IdempotencyKeys) private readonly idempotencyKeys: IdempotencyKeys,
    @Inject(ExecutionEnds) private readonly ends: ExecutionEnds,
  ) {}

  /**
   * @throws ApiError 403 for a suspended account; 409 for a key reused with another body, or a run
   * skipped by its workflow's limit; 402, 413 or 429 over a limit of the account, but not for a
   * known key; 503 with Retry-After when the ledger does not take the request (`OUTCOME_UNKNOWN`
   * with the execution id when it may have taken it)
   */
  async start(options: StartOptions): Promise<StartedExecution> {
    const { target, idempotency, mode } = options;
    if (target.isSuspended) throw accountSuspended();
    if (mode !== 'async' && !this.tail.isLive()) throw unavailable('The ledger');
    if (idempotency === null) {
      await this.#admit(options);
      const { executionId = uuidv7() } = options;
      return this.#run(options, { executionId, repeat: false, headers: {} });
    }
    const release = await this.#keyLocks.take(nameOf(idempotency));
    try {
      const reserved = await this.#reserve(options, idempotency);
      switch (reserved.kind) {
        case 'conflict':
          throw conflict();
        case 'known':
          release();
          return await this.#answerAgain(reserved.executionId, mode);
        case 'append':
          return await this.#run(options, reserved.id, release);
      }
    } finally {
      release();
    }
  }

  async #reserve(options: StartOptions, idempotency: Idempotency): Promise<Reservation> {
    const { scope, formerScope = null, key, hashed } = idempotency;
    const { workspaceId, workflowId } = options.target;
    let hashing: Promise<Buffer> | undefined;
    const hash = (): Promise<Buffer> => (hashing ??= hashOf(hashed, options.bodyBytes));
    const request = { scope, formerScope, key, hash, workspaceId, workflowId };
    return this.idempotencyKeys.reserve(request, uuidv7(), () => this.#admit(options));
  }

  #admit(options: StartOptions): Promise<Admission> {
    const { target, mode, open = null } = options;
    const { accountId, plan, accountLimits } = target;
    return this.rateLimits.admit({
      ...{ accountId, plan, accountLimits, open },
      mode: mode === 'async' ? 'async' : 'sync',
      bytes: inputBytes(options),
    });
  }

  /** The key's first request was appended already: return its execution and run nothing. */
  async #answerAgain(executionId: string, mode: StartOptions['mode']): Promise<StartedExecution> {
    if (mode !== 'sync') return { executionId, ended: null };
    const waiter = this.tail.waitFor(executionId);
    try {
      return {
        executionId,
        ended: await this.#answerable(this.ends.ofEarlier(executionId, waiter)),
      };
    } finally {
      waiter.forget();
    }
  }

  /** A large result is read in one event-loop turn and sent in another. */
  async #answerable(end: Promise<ExecutionCompleted | null>): Promise<ExecutionCompleted | null> {
    const ended = ran(await end);
    await ownTurn((ended?.finalOutput?.length ?? 0) + (ended?.response?.body.length ?? 0));
    return ended;
  }

  /** @param appended called once the request is in the ledger */
  async #run(
    options: StartOptions,
    id: RequestId,
    appended: () => void = () => undefined,
  ): Promise<StartedExecution> {
    const { executionId, repeat } = id;
    const waiter = options.mode === 'sync' ? this.tail.waitFor(executionId) : null;
    try {
      options.onAppending?.(executionId);
      await this.#append(options, id);
      if (options.idempotency !== null) {
        await this.idempotencyKeys.appended(options.idempotency.scope, options.idempotency.key);
      }
      appended();
      if (waiter === null) return { executionId, ended: null };
      const end = repeat ? this.ends.ofEarlier(executionId, waiter) : this.ends.of(waiter);
      return { executionId, ended: await this.#answerable(end) };
    } finally {
      waiter?.forget();
    }
  }

  async #append(
    options: StartOptions,
    { executionId, repeat, headers: ofKey }: RequestId,
  ): Promise<void> {
    const { target } = options;
    const input = await inputText(options);
    await ownTurn(input.length);
    const requestedAt = Date.now();
    const request: ExecutionRequested = {
      executionId,
      workspaceId: target.workspaceId,
      accountId: target.accountId,
      workflowId: target.workflowId,
      workflowName: target.workflowName,
      deploymentVersion: target.version,
      definitionHash: target.definitionHash,
      trigger: options.trigger,
      triggerBlockId: target.triggerBlockId,
      input,
      requestedAt,
      deadlineAt: requestedAt + executionLimitMs,
      repeat,
      parent: null,
      rerunOf: options.rerunOf ?? null,
      carried: options.carried ?? null,
      retentionDays: limitsOf(target.plan, target.accountLimits, this.config).logRetentionDays,
      quiet: options.quiet ?? false,
    };
    try {
      await this.appender.append(
        recordOf('ExecutionRequested', request, { ...traced(options.traceparent), ...ofKey }),
        { timeoutMs: this.config.FLOWLEDGER_APPEND_TIMEOUT_MS },
      );
    } catch (error) {
      if (!(error instanceof AppendError) || error.code !== 'OUTCOME_UNKNOWN') throw error;
      const message =
        'The ledger did not confirm the request, so it may run. Read the execution, or repeat the call with its idempotency key';
      throw new ApiError(503, 'OUTCOME_UNKNOWN', message, [{ executionId }], retryHeader);
    }
  }
}
