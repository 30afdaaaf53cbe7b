import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { recordOf } from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { APPENDER, DATABASE } from '@libs/platform';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../auth/principal.js';
import { notFound, unavailable } from '../errors/api-error.js';
import { presenceSql } from './presence.sql.js';

/** Says that a person looks at a workflow. Others forget it after half a minute. */
export class NotePresence extends Command<void> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly isHere: boolean,
  ) {
    super();
  }
}

/** A page says it every 20 seconds; more often is told once. */
const oncePerMs = 5_000;
const mostPeople = 5_000;
const appendTimeoutMs = 2_000;

@CommandHandler(NotePresence)
export class NotePresenceHandler implements ICommandHandler<NotePresence> {
  readonly #told = new LRUCache<string, boolean>({ max: mostPeople, ttl: oncePerMs });

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(APPENDER) private readonly appender: RecordAppender,
  ) {}

  async execute({ principal, workflowId, isHere }: NotePresence): Promise<void> {
    const { workspaceId, userId, keyId } = principal;
    const personId = userId ?? keyId;
    const key = `${workspaceId}:${workflowId}:${personId}`;
    if (this.#told.get(key) === isHere) return;
    const values = [workflowId, workspaceId, userId];
    const { rows } = await this.database.pool.query<{ name: string }>({
      ...{ name: 'presence', text: presenceSql, values },
    });
    const [row] = rows;
    if (row === undefined) throw notFound('workflow');
    this.#told.set(key, isHere);
    const noted = { workspaceId, workflowId, personId, name: row.name, isHere };
    await this.appender
      .append(recordOf('PresenceNoted', { ...noted, occurredAt: Date.now() }), {
        timeoutMs: appendTimeoutMs,
      })
      .catch(() => {
        this.#told.delete(key);
        throw unavailable('The ledger');
      });
  }
}
