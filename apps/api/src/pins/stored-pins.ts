/** Pins as they are stored: for their routes, and for runs of drafts. */
import type { Database } from '@libs/persistence';
import type { WorkflowDefinition } from '@libs/workflow';
import { JsonText } from '../http/json-text.js';
import type { PinView } from './pin.schemas.js';
import { storedPinsSql } from './pin.sql.js';

export interface PinRow extends Omit<PinView, 'output' | 'pinnedAt'> {
  /** JSON text. */
  readonly output: string;
  readonly pinnedAt: Date;
}

export const pinViewOf = ({ output, pinnedAt, ...pin }: PinRow): PinView => ({
  ...pin,
  output: new JsonText(output),
  pinnedAt: pinnedAt.toISOString(),
});

export interface StoredPins {
  /** Outputs by block id. A run takes the value, as it takes that of a definition. */
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly bytes: number;
}

export const noPins: StoredPins = { outputs: {}, bytes: 0 };

/**
 * Call it for a workflow that the caller may run.
 * @param draft a pin of a block that it lacks is left out
 */
export async function storedPins(
  pool: Pick<Database['pool'], 'query'>,
  workflowId: string,
  { blocks }: Pick<WorkflowDefinition, 'blocks'>,
): Promise<StoredPins> {
  const { rows } = await pool.query<Pick<PinRow, 'blockId' | 'output'>>(storedPinsSql, [
    workflowId,
  ]);
  const present = new Set(blocks.map(({ id }) => id));
  const pins = rows.filter(({ blockId }) => present.has(blockId));
  return {
    outputs: Object.fromEntries(
      pins.map(({ blockId, output }) => [blockId, JSON.parse(output) as unknown]),
    ),
    bytes: pins.reduce((sum, { output }) => sum + Buffer.byteLength(output), 0),
  };
}
