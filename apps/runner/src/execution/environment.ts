/**
 * The workspace's variables that an execution may read. They are loaded once, before it begins, and
 * recorded in its first event: a takeover, a replay and the logs then have the same values.
 */
import type { CompiledWorkflow } from '@libs/blocks';
import { maxEnvironmentBytes, maxRecordBytes, type ExecutionStarted } from '@libs/contracts';
import type { Database } from '@libs/persistence';
import { environmentSql } from './environment.sql.js';

/** A text that does not fit is not recorded, so the execution can't run. */
export class EnvironmentTooLargeError extends Error {
  override readonly name = 'EnvironmentTooLargeError';
}

/** What else is in the start event and in the headers of its record: far less. */
const otherBytes = 64 * 1_024;

type Start = Pick<ExecutionStarted, 'workspaceId' | 'input' | 'carried'>;

/** Bytes that fit into the start event beside its input and the results that it takes over. */
const roomFor = ({ input, carried }: Start): number =>
  maxRecordBytes - otherBytes - Buffer.byteLength(input) - Buffer.byteLength(carried ?? '');

export class EnvironmentSource {
  constructor(private readonly database: Pick<Database, 'pool'>) {}

  /**
   * JSON text of an object with the variables that the workflow refers to; null when it refers to
   * none. A variable that does not exist is left out. Rejects while the database is unavailable.
   * @throws EnvironmentTooLargeError
   */
  async load({ environmentNames }: CompiledWorkflow, start: Start): Promise<string | null> {
    if (environmentNames.size === 0) return null;
    const { rows } = await this.database.pool.query<{ name: string; value: string }>({
      name: 'workspace-environment',
      text: environmentSql,
      values: [start.workspaceId, [...environmentNames], maxEnvironmentBytes],
    });
    const text = `{${rows.map(({ name, value }) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
    const most = Math.max(0, Math.min(maxEnvironmentBytes, roomFor(start)));
    if (Buffer.byteLength(text) <= most) return text;
    throw new EnvironmentTooLargeError(
      `The variables of the workspace that this workflow uses have more than ${most} bytes together, which are recorded with the input. Use fewer, or load large values from a server`,
    );
  }
}
