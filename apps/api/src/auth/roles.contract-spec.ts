import { beforeAll, describe, expect, it } from '@jest/globals';
import { type WorkspaceRole, workspaceRoles } from '@libs/persistence';
import type { OpenApiDocument } from '../openapi/document.js';
import { routes } from '../testing/answers-of-api.js';
import {
  closed,
  type Documented,
  filled,
  ofOperators,
  withRequiredQuery,
} from '../testing/documented-routes.js';
import { openTestApi } from '../testing/open-test-api.js';
import { createMember, createTenant } from '../testing/test-database.js';

const api = openTestApi();
let document: OpenApiDocument;

beforeAll(async () => {
  document = (await api.request<OpenApiDocument>('GET', '/openapi.json')).body;
});

/** They compute an answer from their body alone, or note or end what is the caller's own. */
const changingNothing = [
  ...['POST /api/v1/schedules/preview', 'DELETE /api/v1/sessions/current'],
  ...['DELETE /api/v1/sessions/{id}', 'POST /api/v1/workflows/check'],
  ...['POST /api/v1/workflows/{id}/presence', 'PUT /api/v1/notifications/read'],
  ...['POST /api/v1/deliveries/{deliveryId}/verify', 'PATCH /api/v1/onboarding'],
];

describe('the required role of a route', () => {
  it('is documented for every route and is never viewer for a write', () => {
    const undecided = closed(document).filter(({ operation }) => !operation['x-required-role']);
    expect(undecided.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    const changes = closed(document).filter(({ method, operation }) =>
      method === 'GET' ? false : operation['x-required-role'] === 'viewer',
    );
    const names = changes.map(({ method, path }) => `${method} ${path}`);
    expect(names.sort()).toEqual(changingNothing.sort());
  });

  it('is declared for documented operations only', () => {
    const known = [...closed(document), ...ofOperators(document)];
    const names = new Set(known.map(({ operation }) => operation.operationId));
    const operationsWithRole = routes.flatMap(({ operation }) =>
      operation?.role === undefined ? [] : [operation.id],
    );
    expect(operationsWithRole.length).toBeGreaterThan(60);
    expect(operationsWithRole.filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(workspaceRoles)(
    'lets a %s call the operations of its role and answers 403 to the others',
    async (role) => {
      const place = await createTenant(api);
      const { apiKey: key } = await createMember(api, place, role);
      const ask = async (one: Documented): Promise<void> => {
        const path = filled(one.path, { workspaceId: place.workspaceId });
        const url = withRequiredQuery(path, one, place.workspaceId);
        const { status, body } = await api.request(one.method, url, {
          key,
          ...(one.operation.requestBody && { body: {} }),
        });
        const needs = one.operation['x-required-role'] as WorkspaceRole;
        const mayCall = workspaceRoles.indexOf(role) >= workspaceRoles.indexOf(needs);
        const isRefused = status === 401 || body.code === 'MISSING_ROLE';
        expect([one.method, one.path, isRefused]).toEqual([one.method, one.path, !mayCall]);
        if (isRefused) expect(status).toBe(403);
      };
      // Its answer does not end: stream.contract-spec.ts.
      const answered = closed(document).filter(
        ({ operation }) => operation.operationId !== 'streamChanges',
      );
      await Promise.all(answered.map(ask));
    },
  );
});
