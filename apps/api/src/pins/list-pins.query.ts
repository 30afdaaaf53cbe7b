import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/index.js';
import type { PinView } from './pin.schemas.js';
import { listPinsSql } from './pin.sql.js';
import { type PinRow, pinViewOf } from './stored-pins.js';

/** The pins of the blocks that the draft has. */
export class ListPins extends Query<readonly PinView[]> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
  ) {
    super();
  }
}

type Row = PinRow | { readonly blockId: null };

@QueryHandler(ListPins)
export class ListPinsHandler implements IQueryHandler<ListPins> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ principal, workflowId }: ListPins): Promise<readonly PinView[]> {
    const values = [workflowId, principal.workspaceId];
    const { rows } = await this.database.pool.query<Row>(listPinsSql, values);
    if (rows.length === 0) throw notFound('workflow');
    return rows.filter((row) => row.blockId !== null).map(pinViewOf);
  }
}
