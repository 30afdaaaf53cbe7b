/**
 * Runs one test of a workflow with the engine's own walk and decisions, in this process. Nothing
 * reaches the outside: a block that would is mocked, or the test fails. Time passes at once.
 */
import {
  failed,
  type BlockOutcome,
  type CompiledBlock,
  type CompiledWorkflow,
  type WaitingBlock,
} from '@libs/blocks';
import { maxBlockOutputBytes } from '@libs/contracts';
import {
  blockErrorOf,
  createScope,
  endingOf,
  evolve,
  isFatal,
  maskedJsonText,
  maskText,
  newHistory,
  routeOutcome,
  SecretGuards,
  Walk,
  type Ending,
  type ExecutionEvent,
  type ExecutionHistory,
  type ExecutionScope,
  type Step,
} from '@libs/execution';
import type { Sandbox } from '@libs/sandbox';
import { overflowOf } from '@libs/workflow';
import { mockedOutcome, mockedRun, TestSetupError } from './mocked-outcome.js';
import { triggerOutput } from './trigger-output.js';
import type { WorkflowTest } from './workflow-test.js';

export interface TestRun {
  readonly ending: Ending;
  readonly history: ExecutionHistory;
}

const firstMoment = Date.parse('2026-01-01T00:00:00.000Z');
/** Of one test. */
export interface TestLimits {
  /** Without the last block: a block has bounds of its own. */
  readonly longestMs: number;
  readonly maxBlockRuns: number;
}
const usualLimits: TestLimits = { longestMs: 30_000, maxBlockRuns: 20_000 };

const executionId = '00000000-0000-7000-8000-000000000000';

const roles: Partial<Readonly<Record<CompiledBlock['role'], string>>> = {
  effect: 'acts on the outside world',
  waiting: 'waits for an answer from outside',
};

type Started = Extract<ExecutionEvent, { type: 'ExecutionStarted' }>['data'];

function startOf(workflow: CompiledWorkflow, test: WorkflowTest, nowMs: number): Started {
  const trigger = workflow.definition.blocks[workflow.triggerIndex];
  const nobody = { workspaceId: '', accountId: '', workflowId: '', workflowName: test.name };
  return {
    ...{ executionId, sequence: 1, occurredAt: nowMs, requestedAt: nowMs, requestOffset: 0 },
    ...nobody,
    ...{ deploymentVersion: 0, definitionHash: '', engineVersion: '', retentionDays: 0 },
    trigger: 'manual',
    triggerBlockId: trigger?.id ?? '',
    input: JSON.stringify(triggerOutput(trigger?.type ?? '', test, nowMs)),
    ...{ deadlineAt: null, parent: null, rerunOf: null, carried: null, quiet: true },
    environment: JSON.stringify(test.env),
  };
}

class TestExecution {
  readonly #history = newHistory(executionId);
  readonly #scope: ExecutionScope;
  readonly #walk: Walk;
  readonly #guards: SecretGuards;
  readonly #runs = new Map<string, number>();
  /** Code in the sandbox ends with it. */
  readonly #signal: AbortSignal;
  readonly #endsAtMs: number;
  #nowMs: number;

  constructor(
    private readonly workflow: CompiledWorkflow,
    private readonly test: WorkflowTest,
    private readonly sandbox: Sandbox,
    private readonly limits: TestLimits,
  ) {
    this.#signal = AbortSignal.timeout(limits.longestMs);
    this.#endsAtMs = performance.now() + limits.longestMs;
    this.#nowMs = test.now === undefined ? firstMoment : Date.parse(test.now);
    evolve(this.#history, {
      type: 'ExecutionStarted',
      data: startOf(workflow, test, this.#nowMs),
    });
    const byName = new Map(Object.entries(test.secrets));
    const secrets = { byName, hosts: new Map(), headers: new Map(), masked: byName.values() };
    this.#scope = createScope(workflow, this.#history, secrets, (blockId) =>
      workflow.definition.blocks.find(({ id }) => id === blockId)?.type === 'approval'
        ? { resumeUrl: `https://test.invalid/${blockId}`, resumePath: `/${blockId}` }
        : null,
    );
    this.#walk = new Walk(workflow, this.#history, this.#scope);
    this.#guards = new SecretGuards(workflow, secrets, () => null);
  }

  async run(): Promise<TestRun> {
    for (let steps = this.#walk.takeReady(); steps.length > 0; steps = this.#walk.takeReady())
      for (const step of steps) await this.#take(step);
    return { ending: endingOf(this.workflow, this.#history, null), history: this.#history };
  }

  async #take(step: Step): Promise<void> {
    if (step.kind === 'open') return;
    if (this.#walk.isStopped(step.iteration)) {
      this.#walk.drop(step);
      return;
    }
    this.#checkBounds();
    const startedAt = this.#nowMs;
    const outcome =
      step.kind === 'close'
        ? step.outcome
        : await this.#guards.checkedInTurns(step.index, await this.#outcomeOf(step));
    this.#record(step, startedAt, outcome);
  }

  #checkBounds(): void {
    const { longestMs, maxBlockRuns } = this.limits;
    // The clock itself: blocks that only compute give no timer a turn.
    if (performance.now() > this.#endsAtMs)
      throw new TestSetupError(`the test runs for more than ${longestMs / 1_000} s`);
    if (this.#history.results.size >= maxBlockRuns)
      throw new TestSetupError(`more than ${maxBlockRuns} blocks ran: let loops end earlier`);
  }

  async #outcomeOf(step: Step): Promise<BlockOutcome> {
    const { id, type, name } = this.#definitionOf(step);
    const mock = this.test.mocks[id];
    if (mock !== undefined) {
      const run = this.#runs.get(id) ?? 0;
      this.#runs.set(id, run + 1);
      return mockedOutcome(type, mockedRun(mock, id, run));
    }
    const block = this.workflow.blocks[step.index];
    const scope = this.#scope.at(step.iteration);
    try {
      if (block?.role === 'computed') {
        return await block.compute(scope, { sandbox: this.sandbox, signal: this.#signal });
      }
      if (block?.role === 'pure') return block.evaluate(scope);
      const slept = block?.role === 'waiting' ? this.#slept(block, scope) : null;
      if (slept !== null) return slept;
    } catch (error) {
      return failed(null, blockErrorOf(error));
    }
    throw new TestSetupError(
      `the block "${name}" (${type}) ${roles[block?.role ?? 'effect'] ?? 'can not run here'}: add what it gives as mocks.${id}`,
    );
  }

  /** Null when no time ends the wait. */
  #slept(block: WaitingBlock, scope: ExecutionScope): BlockOutcome | null {
    const wait = block.begin(scope, this.#nowMs);
    if ('ports' in wait) return wait;
    if (wait.kind !== 'timer' || wait.dueAt === null) return null;
    this.#nowMs = Math.max(this.#nowMs, wait.dueAt);
    return block.wake({ reason: 'timer', at: this.#nowMs });
  }

  #definitionOf({ index }: Step): { id: string; type: string; name: string } {
    const block = this.workflow.definition.blocks[index];
    if (block === undefined) throw new Error(`no block ${index}`);
    return block;
  }

  #record(step: Step, startedAt: number, given: BlockOutcome): void {
    const outcome = overflowOf(given.output, maxBlockOutputBytes) === null ? given : tooLarge;
    const { id: blockId, name: blockName, type: blockType } = this.#definitionOf(step);
    const route = routeOutcome(this.workflow, step.index, outcome);
    const secrets = this.#scope.revealed;
    const error = route.error && {
      code: route.error.code,
      message: maskText(route.error.message, secrets),
      blockId,
      blockName,
    };
    const { iteration } = step;
    const sequence = this.#history.lastSequence + 1;
    evolve(this.#history, {
      type: 'BlockCompleted',
      data: {
        ...{ executionId, sequence, occurredAt: this.#nowMs, startedAt, endedAt: this.#nowMs },
        ...{ blockId, blockName, blockType, iteration, input: null },
        output: maskedJsonText(outcome.output, secrets),
        ...{ error, ports: route.ports, attempts: outcome.attempts, cost: 0, models: null },
      },
    });
    this.#walk.complete(step, route.ports, isFatal({ error, ports: route.ports }));
  }
}

const tooLarge = failed(null, {
  code: 'OUTPUT_TOO_LARGE',
  message: `The output has more than ${maxBlockOutputBytes} bytes`,
});

/** @throws TestSetupError when the test has to be changed before it can run */
export const runTest = (
  workflow: CompiledWorkflow,
  test: WorkflowTest,
  sandbox: Sandbox,
  limits = usualLimits,
): Promise<TestRun> => new TestExecution(workflow, test, sandbox, limits).run();
