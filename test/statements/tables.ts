/**
 * Every table of the schema, as one that grows with tenants, callers or executions, or one that
 * does not. A table in neither list fails the test. `{}` is enough for most: fill.ts fills columns
 * by name and type. Entries are SQL over `n`, the row's number, and `tenant`, the id of its tenant.
 */

/** Of the errors of all tenants: the worst case. */
export const largestFingerprint = '6f1ed002-ab55-9591-9014-ebdf0951522e';

/** A smaller number fills faster, for a first look at a new statement. */
export const rows = Number(process.env['STATEMENT_ROWS'] ?? 1_000_000);

/**
 * Account, workspace, workflow, subscription and user of a tenant share one id: the largest tenant
 * is the largest in each role.
 */
export const tenantId = (number: string): string => `md5('tenant ' || ${number})::uuid`;
export const executionId = (number: string): string => `md5('execution ' || ${number})::uuid`;
export const deliveryId = (number: string): string => `md5('delivery ' || ${number})::uuid`;
/** The ids of tenant, execution and delivery `n`, computed once for all tables. */
const nthTenant = 'nth_tenant';
export const nthExecution = 'nth_execution';
const nthDelivery = 'nth_delivery';

const own = { id: nthTenant };
const bucket = {
  retention_bucket: '(array[0, 3020600, 3020608])[1 + n / 4 % 3]',
};
/** Partitions of the log tables besides the one of logs that never expire. */
export const buckets = [3_020_600, 3_020_608];
const fewPending = `case when n % 100 = 0 then 'pending' else 'succeeded' end`;
const fewRunning = `case when n % 1000 = 0 then 'running' else 'finished' end`;

/** SQL of columns, by table. */
export const growing: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account: { ...own, plan: `'free'` },
  api_key: {},
  app_user: { ...own, account_id: nthTenant, email: `n || '@example.com'` },
  approval_answer: { execution_id: nthExecution, iteration: `''` },
  audit_event: {
    action: `case when n % 50 = 0 then 'createWorkspace' else 'updateWorkflow' end`,
  },
  audit_outbox: {},
  block_attempt: { execution_id: executionId('n / 4'), sequence: '2 + n % 4', ...bucket },
  block_execution: {
    ...{ execution_id: executionId('n / 4'), block_id: `'block' || n % 4`, iteration: `''` },
    block_type: `case when n % 4 = 3 then 'approval' else 'api' end`,
    ended_at: `case when n % 500 <> 0 then now() end`,
    ...bucket,
  },
  delivery: { id: nthDelivery, state: fewPending },
  delivery_attempt: { delivery_id: nthDelivery, attempt_number: '1' },
  delivery_fence: {
    delivery_id: nthDelivery,
    state: fewPending,
    due_at: `now() + (n % 10000 - 50) * interval '1 second'`,
  },
  delivery_recovery: { state: fewRunning, per_second: '10', states: `'{failed}'` },
  delivery_stats: { width_minutes: '(array[1, 60, 1440])[1 + n % 3]', ledger_partition: 'n % 12' },
  draft_listener: {
    ...{ token_hash: `decode(md5(n::text), 'hex')`, execution_id: nthExecution },
    expires_at: `now() - n * interval '1 second'`,
  },
  error_group: {
    day: `'2026-11-01'::date - n % 90`,
    ledger_partition: 'n % 12',
    versions: `'{1}'`,
  },
  execution_batch: { action: `'cancel'`, state: fewRunning, filter: `'{}'` },
  descendant_line: { account_id: nthTenant },
  execution_cancellation: {
    root_id: nthExecution,
    transaction_id: `(n + 1)::text::xid8`,
    done_at: `case when n % 100 <> 0 then now() end`,
  },
  execution_descendant: {
    root_id: executionId('n / 100'),
    ancestors: `array[${executionId('n / 100')}]`,
    ended_at: `case when n % 500 <> 0 then now() end`,
  },
  execution_detail: { input: `'{}'`, final_output: `'{}'`, ...bucket },
  execution_family: { root_id: nthExecution, descendants: '1' },
  execution_log: {
    ...{ level: `case when n % 20 = 0 then 'error' else 'info' end`, trigger: `'webhook'` },
    status: `case when n % 500 = 0 then 'running' when n % 20 = 0 then 'error' else 'success' end`,
    ended_at: `case when n % 500 <> 0 then now() - n * interval '30 seconds' end`,
    total_duration_ms: 'n % 5000',
    cost_total: 'case when n % 10 = 0 then n / 1e6 else 0 end',
    models: `case when n % 10 = 0 then array['model-' || n % 7] else '{}' end`,
    fingerprint: `case when n % 40 = 0 then '${largestFingerprint}'::uuid end`,
    parent_execution_id: `case when n % 50 = 0 then ${executionId('n / 100')} end`,
    rerun_of: `case when n % 50 = 1 then ${executionId('n / 100')} end`,
    ...{ ledger_partition: 'n % 12', ledger_offset: 'n', deployment_version: '1' },
    ...bucket,
  },
  execution_search: {
    day: '20000 + n % 400',
    text: `'order ' || n || repeat(' paid', 20)`,
    ...bucket,
  },
  execution_stats: {
    ...{ width_minutes: '(array[1, 60, 1440])[1 + n % 3]', ledger_partition: 'n % 12' },
    cost: 'n',
  },
  execution_trial: {
    ...{ claim_offset: '1', runner_id: nthTenant, is_open: 'n % 100 = 0' },
    started_at: `now() - n * interval '0.1 seconds'`,
  },
  execution_turn: { granted_at: 'case when n % 2 = 0 then now() end', issued_at: 'now()' },
  execution_usage: { account_id: nthTenant, period: `'2026-11-01'`, partition: 'n % 12' },
  folder: { workspace_id: nthTenant },
  idempotency_key: { scope: `'execute:' || tenant` },
  oidc_finished: {
    state_hash: `decode(md5(n::text), 'hex')`,
    expires_at: `now() + n * interval '1 second'`,
  },
  parked_execution: {
    waits: `case when n % 100 = 0 then '[{"kind":"turn"}]'::jsonb else '[{"kind":"time"}]' end`,
    children: `case when n % 100 = 1 then array[${executionId('n + 1')}] else '{}' end`,
    due_at: `case when n % 100 > 1 then now() + (n - 1000) * interval '1 second' end`,
    resumed_sequence: 'case when n % 50 = 0 then 9 end',
  },
  notification: {
    workflow_id: nthExecution,
    kind: `case when n % 2 = 0 then 'schedule-failed' else 'approval-asked' end`,
    day: `'2026-11-01'::date - n % 30`,
    ledger_partition: 'n % 12',
    last_at: `now() - n % 43200 * interval '1 minute'`,
  },
  notification_read: { reader_id: nthTenant },
  onboarding: { reader_id: nthTenant },
  rate_limit: { key: `'async:' || ${nthTenant} || ':1'`, expire: 'n' },
  session: {
    user_id: `case when n % 2 = 0 then ${nthTenant} end`,
    api_key_id: `case when n % 2 = 1 then ${nthTenant} end`,
    workspace_id: `case when n % 4 = 0 then ${nthTenant} end`,
    expires_at: `now() + n * interval '1 second'`,
  },
  sign_in_link: { user_id: nthTenant, expires_at: `now() + n * interval '1 second'` },
  saved_view: { page: `'executions'` },
  stored_bytes: { workspace_id: nthTenant, ...bucket },
  subscription: { ...own, active: 'n % 20 <> 0', host: `'receiver-' || n % 100 || '.example'` },
  subscription_attempt: { subscription_id: nthTenant, ledger_partition: 'n % 12' },
  subscription_breaker: {
    ...{ subscription_id: nthTenant, state: `'open'`, owner: nthTenant },
    renewed_at: `now() - n % 60 * interval '1 second'`,
  },
  subscription_secret: { subscription_id: nthTenant, set_at: 'made_at' },
  trigger_path: {},
  trigger_route: {},
  // One for each workspace: only one may be current.
  trigger_token: { workspace_id: nthTenant },
  usage_period: { account_id: nthTenant, period: `'2026-11-01'` },
  workflow: { ...own, draft: `'{"blocks":[],"edges":[]}'`, deployed_version: '1' },
  workflow_layout: { workflow_id: nthTenant, version: '0', layout: `'{}'` },
  workflow_pin: { workflow_id: nthTenant, block_id: `'a'`, output: `'{}'` },
  workflow_schedule: { workflow_id: nthTenant },
  workflow_test: { workflow_id: nthTenant, test: `'{}'` },
  workflow_test_run: {
    workflow_id: nthTenant,
    requested_at: `now() - n * interval '1 second'`,
    claimed_at: `case when n % 1000 <> 0 then now() end`,
    ended_at: `case when n % 500 <> 0 then now() end`,
    results: `'[]'`,
  },
  workflow_version: {
    ...{ workflow_id: nthTenant, version: '1' },
    definition: `'{"blocks":[{"id":"a","type":"webhook","name":"A","config":{}}],"edges":[]}'`,
  },
  workspace: { ...own, account_id: nthTenant },
  workspace_member: { user_id: nthTenant, role: `'viewer'` },
  workspace_secret: {},
  workspace_variable: {},
};

/**
 * Tables edited by people: the largest tenant has a thousandth of their rows, but 3 % of the rows
 * that executions create.
 */
export const edited: ReadonlySet<string> = new Set([
  ...[
    'api_key',
    'app_user',
    'delivery_recovery',
    'execution_batch',
    'folder',
    'saved_view',
    'subscription',
  ],
  ...['trigger_path', 'trigger_route', 'workflow', 'workspace_member', 'workspace_secret'],
  ...['workspace_variable', 'session', 'sign_in_link', 'oidc_finished'],
]);

/** Their row count is bounded by topic partitions, runners, or releases. */
export const bounded: readonly string[] = [
  ...['committed_offset', 'partition_claim', 'projection_checkpoint', 'migrations'],
  ...['runner_exit', 'runner_hold', 'turn_census', 'census_note', 'census_done'],
];
