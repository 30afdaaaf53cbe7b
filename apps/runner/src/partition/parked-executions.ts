/**
 * Reads of executions that do not run here. A row of the read model counts only once the projection
 * has passed the end of the ledger known to the owner, so nothing continues from a stale state.
 */
import { turnWait } from '@libs/contracts';
import {
  addressKey,
  evolve,
  restoreHistory,
  type ExecutionEvent,
  type ExecutionHistory,
} from '@libs/execution';
import type { Database } from '@libs/persistence';
import type { ReadModelProgress } from '@libs/platform';
import type { Command } from '../execution/command.js';
import { hasRunSql, isParkedSql, parkedExecutionSql } from './partition.sql.js';

interface Row {
  sequence: number;
  parked_at: Date;
  state: string;
}

export interface Restored {
  readonly history: ExecutionHistory;
  readonly traceparent: string | null;
}

/** Loads the state of a parked execution from its row, a copy of the state in the ledger. */
export class ParkedExecutions {
  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly progress: Pick<ReadModelProgress, 'passed'>,
  ) {}

  /** According to the read model; false while it does not answer. */
  async isParked(executionId: string): Promise<boolean> {
    const found = await this.database.pool.query(isParkedSql, [executionId]).catch(() => null);
    return (found?.rowCount ?? 0) > 0;
  }

  /**
   * Null when the execution has not parked, or has ended since.
   * @param position ledger position that the projection must have reached
   */
  async load(
    executionId: string,
    position: { readonly partition: number; readonly offset: number },
    lost: AbortSignal,
  ): Promise<Restored | null> {
    await this.progress.passed(position, lost);
    if (lost.aborted) return null;
    const { rows } = await this.database.pool.query<Row>({
      name: 'parked-execution',
      text: parkedExecutionSql,
      values: [executionId],
    });
    const [row] = rows;
    return row === undefined
      ? null
      : restoreHistory(row.state, row.sequence, row.parked_at.getTime());
  }
}

/** Whether a request marked as a repeat has run before. */
export class RepeatCheck {
  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly progress: Pick<ReadModelProgress, 'passed'>,
  ) {}

  async hasRun(
    executionId: string,
    position: { readonly partition: number; readonly offset: number },
    lost: AbortSignal,
  ): Promise<boolean> {
    if (await this.#isLogged(executionId)) return true;
    await this.progress.passed(position, lost);
    return lost.aborted || this.#isLogged(executionId);
  }

  async #isLogged(executionId: string): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(hasRunSql, [executionId]);
    return (rowCount ?? 0) > 0;
  }
}

/** Whether the command is for something that this parked execution waits for. */
const concerns = (history: ExecutionHistory, command: Command): boolean =>
  command.kind === 'cancel' ||
  (history.awaitsSlot && command.resume.blockId === turnWait.blockId) ||
  history.open.get(addressKey(command.resume))?.waitId === command.resume.waitId;

/**
 * Whether control commands resume a parked execution, and with which history. Pure.
 * @param history as of its last pause; updated in place
 * @param since events that an earlier owner recorded after it woke the execution
 * @param commands reordered in place: the matching one comes first
 * @returns false when the commands come too late, or are for a wait that is over
 */
export function goesOn(
  history: ExecutionHistory,
  since: readonly ExecutionEvent[],
  commands: Command[],
): boolean {
  for (const event of since) evolve(history, event);
  if (history.ended !== null) return false;
  const wanted = commands.findIndex((command) => concerns(history, command));
  if (wanted > 0) commands.unshift(...commands.splice(wanted, 1));
  // Already woken: the first command that is re-read holds it from now on.
  return wanted >= 0 || history.parkedAt === null;
}
