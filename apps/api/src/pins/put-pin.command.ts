import { definitionChecks, fieldOf, pinProblem, triggerIndexOf } from '@libs/blocks';
import { runInTurns } from '@libs/event-loop';
import { maskPlaces } from '@libs/execution';
import { type Database, inTransaction } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { WorkflowDefinition } from '@libs/workflow';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PoolClient } from 'pg';
import type { Principal } from '../auth/principal.js';
import { ApiError, notFound } from '../errors/index.js';
import { maxPinBytes, maxPins, type PinBody, type PinView } from './pin.schemas.js';
import { draftToPinSql, lockPinsSql, pinUsageSql, prunePinsSql, putPinSql } from './pin.sql.js';
import { type PinRow, pinViewOf } from './stored-pins.js';

/** Pins the output of a block, in place of an earlier one. The last writer wins. */
export class PutPin extends Command<PinView> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly blockId: string,
    readonly body: PinBody,
    /** The output as it was sent. */
    readonly text: string,
  ) {
    super();
  }
}

/** More places do not help the caller. */
const maxPlaces = 20;

const refused = (field: string, message: string, details?: readonly object[]): ApiError =>
  new ApiError(
    422,
    'INVALID_REQUEST',
    `The request is not valid: ${field}: ${message}`,
    details ?? [{ field, message }],
  );

/** @throws ApiError 422 that names each place of a masked value */
function refuseMasks(output: unknown): void {
  const details = maskPlaces(output, maxPlaces).map(({ path, shown }) => ({
    field: fieldOf(['output', ...path]),
    message: `has "${shown}", which logs show in place of a secret. Replace it by a value`,
  }));
  const [first] = details;
  if (first !== undefined) throw refused(first.field, first.message, details);
}

/** Null when a run of this draft could take the pin. */
async function problemOf(
  draft: WorkflowDefinition,
  blockId: string,
  output: unknown,
): Promise<string | null> {
  const checked = await runInTurns(definitionChecks(draft));
  const readable = checked.ok ? checked.definition : checked.readable;
  if (readable !== null && triggerIndexOf(readable) >= 0)
    return pinProblem(readable, blockId, output);
  // Unfinished: a run checks it again.
  return draft.blocks.some(({ id }) => id === blockId)
    ? null
    : `The draft has no block with the id "${blockId}"`;
}

@CommandHandler(PutPin)
export class PutPinHandler implements ICommandHandler<PutPin> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  /** @throws ApiError 413 for too much; 422 for a masked value, or a block that can't be pinned */
  async execute({ principal, workflowId, blockId, body, text }: PutPin): Promise<PinView> {
    const { pool } = this.database;
    const values = [workflowId, principal.workspaceId];
    const { rows } = await pool.query<{ draft: WorkflowDefinition }>(draftToPinSql, values);
    const [row] = rows;
    if (row === undefined) throw notFound('workflow');
    if (Buffer.byteLength(text) > maxPinBytes) throw tooLarge();
    refuseMasks(body.output);
    const problem = await problemOf(row.draft, blockId, body.output);
    if (problem !== null) throw refused('blockId', problem);
    return inTransaction(pool, async (client) => {
      const locked = await client.query<{ block_ids: string[] }>(lockPinsSql, values);
      const [{ block_ids: blockIds } = { block_ids: null }] = locked.rows;
      if (blockIds === null) throw notFound('workflow');
      const pin = [workflowId, blockId, text, body.executionId ?? null, principal.userId];
      const { rows: stored } = await client.query<PinRow>(putPinSql, pin);
      await requireRoom(client, workflowId, blockIds);
      const [written] = stored;
      if (written === undefined) throw new Error('the pin was not written');
      return pinViewOf(written);
    });
  }
}

const tooLarge = (): ApiError =>
  new ApiError(
    413,
    'BODY_TOO_LARGE',
    `The pins of a workflow may have ${maxPinBytes} bytes and ${maxPins} blocks. Remove a pin, or pin less`,
  );

/** Pins of removed blocks go first. */
async function requireRoom(
  client: PoolClient,
  workflowId: string,
  blockIds: readonly string[],
): Promise<void> {
  const isOver = async (): Promise<boolean> => {
    const { rows } = await client.query<{ count: number; bytes: number }>(pinUsageSql, [
      workflowId,
    ]);
    return rows.some(({ count, bytes }) => count > maxPins || bytes > maxPinBytes);
  };
  if (!(await isOver())) return;
  await client.query(prunePinsSql, [workflowId, blockIds]);
  if (await isOver()) throw tooLarge();
}
