import type { Database } from '@libs/persistence';
import { openStatesSql } from './open-state.sql.js';
import { openBlockText, queuedText, withAttempts } from './result-text.js';

interface StatusRow {
  readonly execution_id: string;
  readonly status: string;
  readonly ended_at: Date | null;
}

interface OpenStateRow {
  readonly execution_id: string;
  readonly is_retrying: boolean;
  /** Null between two blocks. */
  readonly block_name: string | null;
  /** Of the last failed try of this block. */
  readonly attempt_number: number | null;
  readonly error_code: string | null;
  readonly message: string | null;
}

function textOf(status: string, state: OpenStateRow | undefined): string | null {
  if (status === 'queued') return queuedText;
  if (state === undefined || state.block_name === null) return null;
  const { block_name: blockName, error_code: code, message } = state;
  if (code === null) return openBlockText(blockName, null);
  const text = openBlockText(blockName, { code, message: message ?? '' });
  return withAttempts(text, state.attempt_number);
}

/**
 * Sets the status `retrying`, which no row has stored, and says where unended executions are. Only
 * unended rows are queried.
 * @param asked status filter of a list; it wins over a later query, which might disagree
 */
export async function withOpenState<R extends StatusRow>(
  pool: Pick<Database['pool'], 'query'>,
  rows: readonly R[],
  asked?: string,
): Promise<readonly (R & { readonly open_text: string | null })[]> {
  const unended = rows.filter((row) => row.ended_at === null);
  if (unended.length === 0) return rows.map((row) => ({ ...row, open_text: null }));
  const found = await pool.query<OpenStateRow>({
    name: 'open-states',
    text: openStatesSql,
    values: [unended.map((row) => row.execution_id)],
  });
  const states = new Map(found.rows.map((row) => [row.execution_id, row]));
  return rows.map((row) => {
    if (row.ended_at !== null) return { ...row, open_text: null };
    const state = states.get(row.execution_id);
    const shown = state?.is_retrying === true ? 'retrying' : row.status;
    const status = asked ?? shown;
    return { ...row, status, open_text: textOf(status, state) };
  });
}
