/**
 * Opens an api or only its database before the tests of a spec file, and closes it after them. The
 * returned object has its fields from the first hook or test on, not at the top level of the file.
 */
import { afterAll, beforeAll } from '@jest/globals';
import type { Database } from '@libs/persistence';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import {
  type Answer,
  type HttpMethod,
  type Refusal,
  startTestApi,
  type TestApi,
  type TestApiParts,
  type TestRequest,
} from './test-api.js';
import {
  createApiDatabase,
  createTenant,
  type Tenant,
  type TenantOptions,
  type TestDatabaseOfApi,
} from './test-database.js';

export interface TestApiOptions extends TestApiParts {
  /** Settings of the api. */
  readonly env?: Readonly<Record<string, string>>;
  readonly tenant?: TenantOptions;
  /** Default: silent. */
  readonly logger?: Logger;
  /** Stands between the api and its database, for example to count statements. */
  readonly watch?: (database: Database) => Database;
  /** Listens on a free port of 127.0.0.1: `port` and `url`. */
  readonly listens?: boolean;
}

export interface OpenTestApi extends TestApi, TestDatabaseOfApi {
  readonly pool: Database['pool'];
  readonly tenant: Tenant;
  /** Another account. */
  readonly stranger: Tenant;
  readonly port: number;
  readonly url: string;
  /** A request below `/api/v1/`. Default key: the tenant's. */
  call<Of = Refusal>(method: HttpMethod, path: string, request?: TestRequest): Promise<Answer<Of>>;
  /**
   * Stores and deploys a workflow.
   * @param key Default: the tenant's
   * @returns the workflow's id
   */
  deploy(definition: object, key?: string): Promise<string>;
  /**
   * The `triggerUrl` of the workflow whose webhook has this path, without the origin.
   * @param key Default: the tenant's
   */
  triggerPath(path: string, key?: string): Promise<string>;
  /** One more instance on the same database, which is closed with this one. */
  another(parts?: TestApiParts): Promise<TestApi>;
}

type Calling = Pick<OpenTestApi, 'call'>;

async function deploy(api: Calling, definition: object, key: string): Promise<string> {
  const made = await api.call<'createWorkflow'>('POST', 'workflows', {
    key,
    body: { name: 'Order intake', definition },
  });
  if (made.status !== 201) throw new Error(`not stored: ${JSON.stringify(made.body)}`);
  const { id } = made.body.data;
  const { status, body } = await api.call('POST', `workflows/${id}/deploy`, { key });
  if (status !== 200) throw new Error(`not deployed: ${JSON.stringify(body)}`);
  return id;
}

async function triggerPath(api: Calling, path: string, key: string): Promise<string> {
  const { body } = await api.call<'listWorkflows'>('GET', 'workflows?limit=1000', { key });
  const urls = body.data.flatMap(({ triggerUrl }) => (triggerUrl ? [new URL(triggerUrl)] : []));
  const found = urls.find(({ pathname }) => pathname.endsWith(`/${path}`));
  if (found === undefined) throw new Error(`no workflow has the trigger path ${path}`);
  return found.pathname;
}

async function open({
  env,
  tenant: tenantOptions,
  logger,
  watch = (database) => database,
  listens = false,
  ...parts
}: TestApiOptions): Promise<OpenTestApi> {
  const made = await createApiDatabase(env);
  const base = { ...made, ...(logger !== undefined && { logger }) };
  const instanceOf = (more: TestApiParts): Promise<TestApi> =>
    startTestApi({ ...base, database: watch(base.database) }, more);
  const api = await instanceOf(parts);
  const instances = [api];
  const [tenant, stranger] = [await createTenant(base, tenantOptions), await createTenant(base)];
  if (listens) await api.app.listen(0, '127.0.0.1');
  const { port } = listens ? (api.app.getHttpServer().address() as AddressInfo) : { port: 0 };
  const call: OpenTestApi['call'] = (method, path, request) =>
    api.request(method, `/api/v1/${path}`, { key: tenant.apiKey, ...request });
  return {
    ...base,
    ...api,
    ...{ pool: base.database.pool, tenant, stranger, port, url: `http://127.0.0.1:${port}`, call },
    deploy: (definition, key = tenant.apiKey) => deploy({ call }, definition, key),
    triggerPath: (path, key = tenant.apiKey) => triggerPath({ call }, path, key),
    another: async (more = {}) => {
      const instance = await instanceOf(more);
      instances.push(instance);
      return instance;
    },
    close: async () => {
      for (const instance of instances.toReversed()) await instance.close();
      await base.close();
    },
  };
}

/** Registers the hooks. */
function duringTests<T extends { close(): Promise<void> }>(opening: () => Promise<T>): T {
  const opened: Partial<T> = {};
  beforeAll(async () => {
    Object.assign(opened, await opening());
  }, 60_000);
  afterAll(() => opened.close?.());
  return opened as T;
}

/** An api with its own database, and two tenants. */
export const openTestApi = (options: TestApiOptions = {}): OpenTestApi =>
  duringTests(() => open(options));

/** Only the database, for tests that start their own instances or none. */
export const openApiDatabase = (env?: Readonly<Record<string, string>>): TestDatabaseOfApi =>
  duringTests(() => createApiDatabase(env));
