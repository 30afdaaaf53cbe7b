import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { validate } from 'uuid';
import { includesRole, type Principal } from '../auth/principal.js';
import { containing } from '../http/containing.js';
import { foundOf, ranked, shares, type FoundRow } from './ranked.js';
import type { Found, FoundKind } from './search.schemas.js';
import {
  batchByIdSql,
  deliveriesByEventSql,
  deliveryByIdSql,
  executionByIdSql,
  membersByNameSql,
  secretsByNameSql,
  subscriptionsByUrlSql,
  workflowsByNameSql,
} from './search.sql.js';

/** Finds what the caller could list: no secrets for viewers, its own workflows by a limited key. */
export class SearchWorkspace extends Query<readonly Found[]> {
  constructor(
    readonly principal: Principal,
    readonly q: string,
  ) {
    super();
  }
}

const maxFound = 20;
/** Of the ledger: the execution and its place in it. */
const ledgerEventId = /^([\da-f-]{36}):\d{1,9}$/i;
/** Of a completed execution, as webhooks have it. */
const eventId = /^evt_[\w-]{1,60}$/;

interface Search {
  readonly kind: FoundKind;
  readonly sql: string;
  readonly values: readonly unknown[];
}

function searchesOf(principal: Principal, q: string): readonly Search[] {
  const { workspaceId, accountId, workflowIds, role, scopes } = principal;
  const shared = [workspaceId, containing(q), maxFound];
  const isUnlimited = workflowIds === null;
  const mayListSecrets = includesRole(role, 'editor') && scopes.includes('workflows:write');
  const mayReadLogs = scopes.includes('logs:read');
  const isId = validate(q) && mayReadLogs;
  const executionId = ledgerEventId.exec(q)?.[1] ?? q;
  const searches: readonly (Search & { readonly isAllowed: boolean })[] = [
    {
      kind: 'execution',
      isAllowed: validate(executionId) && mayReadLogs,
      sql: executionByIdSql,
      values: [executionId, workspaceId, workflowIds],
    },
    {
      kind: 'delivery',
      isAllowed: isId,
      sql: deliveryByIdSql,
      values: [q, workspaceId, workflowIds],
    },
    {
      kind: 'delivery',
      isAllowed: eventId.test(q) && mayReadLogs,
      sql: deliveriesByEventSql,
      values: [q, workspaceId, workflowIds, maxFound],
    },
    {
      kind: 'batch',
      isAllowed: isId && isUnlimited,
      sql: batchByIdSql,
      values: [q, workspaceId],
    },
    {
      kind: 'workflow',
      isAllowed: true,
      sql: workflowsByNameSql,
      values: [...shared, workflowIds],
    },
    { kind: 'subscription', isAllowed: isUnlimited, sql: subscriptionsByUrlSql, values: shared },
    {
      kind: 'secret',
      isAllowed: isUnlimited && mayListSecrets,
      sql: secretsByNameSql,
      values: shared,
    },
    {
      kind: 'member',
      isAllowed: isUnlimited,
      sql: membersByNameSql,
      values: [accountId, containing(q), maxFound, workspaceId],
    },
  ];
  return searches.filter(({ isAllowed }) => isAllowed);
}

@QueryHandler(SearchWorkspace)
export class SearchWorkspaceHandler implements IQueryHandler<SearchWorkspace> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, q }: SearchWorkspace): Promise<readonly Found[]> {
    const found: { readonly kind: FoundKind; readonly rows: readonly FoundRow[] }[] = [];
    // One after the other: a search while typing holds one connection.
    for (const { kind, sql, values } of searchesOf(principal, q)) {
      const { rows } = await this.database.pool.query<FoundRow>(sql, [...values]);
      found.push({ kind, rows: ranked(rows, q) });
    }
    const taken = shares(
      found.map(({ rows }) => rows.length),
      maxFound,
    );
    return found.flatMap(({ kind, rows }, at) =>
      rows.slice(0, taken[at]).map((row) => foundOf(kind, principal.workspaceId, row)),
    );
  }
}
