import { describe, expect, it } from '@jest/globals';
import { decodeRecord, headers, topics } from '@libs/contracts';
import { AppendError, createMemoryEventLog, type EventLog } from '@libs/event-log';
import { eventually } from '../../../../test/support/eventually.js';
import { copyTables } from '../../../../test/support/table-copy.js';
import type { OpenApiDocument } from '../openapi/document.js';
import { closed, filled } from '../testing/documented-routes.js';
import { openApiDatabase } from '../testing/open-test-api.js';
import { type Answer, startTestApi, type TestApi } from '../testing/test-api.js';
import { createMember, createTenant, type Tenant } from '../testing/test-database.js';

/** The ledger is the history of these operations. */
const ledgerOperations = new Set([
  'executeWorkflow',
  'cancelExecution',
  'resumeExecution',
  'rerunExecution',
]);

/** Many a second while a person drags a block, or no change at all. */
const unaudited = new Set([
  ...['putWorkflowLayout', 'checkWorkflow', 'previewSchedule', 'notePresence'],
  ...['markNotificationsRead', 'changeOnboarding'],
]);

const base = openApiDatabase();

interface Published {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Every record in the topic, including repeats. */
async function published(eventLog: EventLog): Promise<Published[]> {
  const end = (await eventLog.admin.endOffsets(topics.auditEvents)).get(0) ?? 0;
  const found: Published[] = [];
  await eventLog.readRange({ topic: topics.auditEvents, partition: 0 }, 0, end, (records) => {
    for (const { value, headers: own } of records)
      found.push({ id: own[headers.eventId]!, data: { ...decodeRecord(value).data } });
  });
  return found;
}

/** The view of a consumer that deduplicates by event id: actions in order, each with its end. */
function folded(events: readonly Published[]): object[] {
  const actions = new Map<unknown, object>();
  for (const { data } of new Map(events.map((event) => [event.id, event])).values()) {
    const { actionId, eventId: _, ...rest } = data;
    const known = actions.get(actionId);
    if (known === undefined) actions.set(actionId, { id: actionId, ...rest, status: null });
    else Object.assign(known, { targetId: rest['targetId'], status: rest['status'] });
  }
  return [...actions.values()];
}

const empty = (): Promise<unknown> =>
  eventually('an empty outbox', async () => {
    const { rowCount } = await base.database.pool.query('select from audit_outbox');
    return rowCount === 0;
  });

const act = (api: TestApi, { apiKey }: Tenant, name: string): Promise<Answer<'createApiKey'>> =>
  api.request('POST', '/api/v1/api-keys', { key: apiKey, body: { name } });

async function listed(api: TestApi, { apiKey }: Tenant): Promise<object[]> {
  const { body } = await api.request<'listAuditEvents'>('GET', '/api/v1/audit', { key: apiKey });
  return body.data
    .map(({ occurredAt, ...event }) => ({ ...event, occurredAt: Date.parse(occurredAt) }))
    .reverse();
}

/** An event log with a switch: its broker is unreachable, or its acknowledgements are lost. */
function fragileLog(): EventLog & { state: 'well' | 'away' | 'unacknowledged' } {
  const inner = createMemoryEventLog();
  const log = {
    ...inner,
    state: 'well' as 'well' | 'away' | 'unacknowledged',
    appender: () => {
      const appender = inner.appender();
      return {
        oldestPendingMs: () => appender.oldestPendingMs(),
        isCrowded: () => appender.isCrowded(),
        close: () => appender.close(),
        append: async (record: Parameters<typeof appender.append>[0]) => {
          if (log.state === 'away') throw new AppendError('NOT_SENT', 'away');
          const position = await appender.append(record);
          if (log.state === 'unacknowledged') throw new AppendError('OUTCOME_UNKNOWN', 'lost');
          return position;
        },
      };
    },
  };
  return log;
}

describe('audit records in Kafka', () => {
  it('match the audit list, in the order of the actions', async () => {
    const api = await startTestApi(base);
    const tenant = await createTenant(base);
    const member = await createMember(base, tenant, 'owner');
    for (let n = 0; n < 5; n += 1) await act(api, tenant, `key ${n}`);
    await act(api, { ...tenant, apiKey: member.apiKey }, '');
    await api.request('PUT', `/api/v1/workspaces/${tenant.workspaceId}/secrets/TOKEN?x=hidden`, {
      key: tenant.apiKey,
      body: { value: 'hidden-7' },
    });
    await empty();
    const events = await published(api.eventLog);
    const ours = (await listed(api, tenant)) as { id: string; occurredAt: number }[];
    const { accountId } = tenant;
    expect(folded(events)).toEqual(ours.map((event) => ({ ...event, accountId })));
    expect(ours).toHaveLength(7);
    expect(JSON.stringify(events)).not.toContain('hidden');
    await api.close();
  });

  it('are published completely and in order after an outage of Kafka', async () => {
    const log = fragileLog();
    const api = await startTestApi(base, { eventLog: log });
    const tenant = await createTenant(base);
    log.state = 'away';
    for (let n = 0; n < 4; n += 1) await act(api, tenant, `away ${n}`);
    expect(await published(log)).toEqual([]);
    log.state = 'unacknowledged';
    await eventually('a first try', async () => (await published(log)).length > 0);
    log.state = 'well';
    await empty();
    const events = await published(log);
    // At least once: unacknowledged attempts are in the topic too, each from the first record.
    expect(events.length).toBeGreaterThan(8);
    const order = [...new Set(events.map(({ id }) => id))];
    const actions = (await listed(api, tenant)) as { id: string }[];
    expect(order).toEqual(actions.flatMap(({ id }) => [`${id}:requested`, `${id}:ended`]));
    await api.close();
  });

  it('are published by another process when the first one stops', async () => {
    const lost = fragileLog();
    const dying = await startTestApi(base, { eventLog: lost });
    const tenant = await createTenant(base);
    lost.state = 'away';
    await act(dying, tenant, 'last words');
    await dying.close();
    const api = await startTestApi(base);
    await empty();
    expect((await published(api.eventLog)).map(({ data }) => data['workspaceId'])).toEqual([
      tenant.workspaceId,
      tenant.workspaceId,
    ]);
    await api.close();
  });

  it('are published again under the same ids after a restore of the outbox', async () => {
    const log = fragileLog();
    log.state = 'away';
    const api = await startTestApi(base, { eventLog: log });
    const tenant = await createTenant(base);
    await act(api, tenant, 'before the copy');
    const restore = await copyTables(base.database.pool, ['audit_outbox']);
    log.state = 'well';
    await empty();
    const before = await published(log);
    await restore();
    await empty();
    const ids = (await published(log)).map(({ id }) => id);
    expect(ids.slice(before.length).sort()).toEqual(before.map(({ id }) => id).sort());
    await api.close();
  });

  it('still contain a revocation that a restore of Postgres undid', async () => {
    const api = await startTestApi(base);
    const tenant = await createTenant(base);
    const { body } = await act(api, tenant, 'leaked');
    const { id, key } = body.data;
    const statusWithKey = async (): Promise<number> =>
      (await api.request('GET', '/api/v1/workflows', { key })).status;
    const restore = await copyTables(base.database.pool, ['api_key']);
    await api.request('DELETE', `/api/v1/api-keys/${id}`, { key: tenant.apiKey });
    await empty();
    await eventually('the revocation', async () => (await statusWithKey()) === 401);
    await restore();
    await eventually('the restored key', async () => (await statusWithKey()) === 200);
    const actions = (await published(api.eventLog)).map(({ data }) => data);
    expect(actions).toContainEqual(
      expect.objectContaining({ action: 'revokeApiKey', targetId: id }),
    );
    await api.request('DELETE', `/api/v1/api-keys/${id}`, { key: tenant.apiKey });
    await eventually('the second revocation', async () => (await statusWithKey()) === 401);
    await api.close();
  });

  it('are complete and put each end after its request on two concurrent instances', async () => {
    const log = createMemoryEventLog();
    const [one, two] = [
      await startTestApi(base, { eventLog: log }),
      await startTestApi(base, { eventLog: log }),
    ];
    const tenant = await createTenant(base);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => act(n % 2 === 0 ? one : two, tenant, `many ${n}`)),
    );
    await empty();
    const order = [...new Set((await published(log)).map(({ id }) => id))];
    expect(order).toHaveLength(80);
    const place = new Map(order.map((id, index) => [id, index]));
    const early = order
      .filter((id) => id.endsWith(':ended'))
      .filter((id) => place.get(id)! < place.get(id.replace('ended', 'requested'))!);
    expect(early).toEqual([]);
    await one.close();
    await two.close();
  });
});

describe('every documented write operation', () => {
  it('leaves one audit event unless the ledger records it or it changes no workflow', async () => {
    const api = await startTestApi(base);
    const document = (await api.request<OpenApiDocument>('GET', '/openapi.json')).body;
    const tenant = await createTenant(base);
    const { apiKey: key } = await createMember(base, tenant, 'owner');
    const changing = closed(document).filter(({ method }) => method !== 'GET');
    expect(changing.length).toBeGreaterThan(30);
    for (const { method, path, operation } of changing) {
      const answer = await api.request(method, filled(path, { workspaceId: tenant.workspaceId }), {
        key,
        ...(operation.requestBody && { body: {} }),
      });
      const { rows } = await base.database.pool.query(
        'select action from audit_event where request_id = $1 and status is not null',
        [answer.headers['x-request-id']],
      );
      const { operationId } = operation;
      const isSilent = ledgerOperations.has(operationId) || unaudited.has(operationId);
      const expected = isSilent ? [] : [{ action: operationId }];
      expect([path, rows]).toEqual([path, expected]);
    }
    await api.close();
  });
});
