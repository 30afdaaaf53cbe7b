import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tables that people edit. Definitions are json, not jsonb, so that the keys of an answer keep the
 * author's order (decision 1).
 */
const edited = `
create table account (
  id uuid primary key,
  name text not null,
  plan text not null check (plan in ('free', 'pro', 'team', 'enterprise')),
  limits jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
create table workspace (
  id uuid primary key,
  account_id uuid not null references account,
  name text not null,
  wrapped_key bytea not null,
  created_at timestamptz(3) not null default now()
);
create table api_key (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  account_id uuid not null references account,
  name text not null,
  key_hash bytea not null unique,
  key_prefix text not null,
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_key_of_workspace on api_key (workspace_id, created_at, id);
create table workflow (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  folder_id text,
  name text not null,
  description text,
  draft json not null,
  deployed_version int,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index workflow_of_workspace on workflow (workspace_id, created_at, id) where deleted_at is null;
create table workflow_version (
  workflow_id uuid not null references workflow,
  version int not null,
  definition json not null,
  content_hash text not null,
  created_at timestamptz(3) not null default now(),
  primary key (workflow_id, version)
);
create table trigger_path (
  path text primary key,
  workflow_id uuid not null references workflow,
  workspace_id uuid not null references workspace,
  block_id text not null
);
create index trigger_path_of_workflow on trigger_path (workflow_id);
create table workspace_secret (
  workspace_id uuid not null references workspace,
  name text not null,
  ciphertext bytea not null,
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, name)
);
create table subscription (
  id uuid primary key,
  workspace_id uuid not null references workspace,
  workflow_id uuid not null references workflow,
  url text not null,
  secret_ciphertext bytea,
  previous_secret_ciphertext bytea,
  previous_secret_until timestamptz(3),
  include_final_output boolean not null,
  include_trace_spans boolean not null,
  include_rate_limits boolean not null,
  include_usage_data boolean not null,
  level_filter text[] not null,
  trigger_filter text[] not null,
  active boolean not null,
  deactivated_reason text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index subscription_of_workflow on subscription (workflow_id, created_at, id) where deleted_at is null;
`;

/** Private state of the edge and the saga. */
const own = `
create table idempotency_key (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  execution_id uuid not null,
  created_at timestamptz(3) not null default now(),
  appended_at timestamptz(3),
  primary key (scope, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);
create table rate_limit (
  key text primary key,
  points int not null default 0,
  expire bigint
);
create index rate_limit_by_expiry on rate_limit (expire);
create table delivery_fence (
  delivery_id uuid primary key,
  subscription_id uuid not null,
  workspace_id uuid not null,
  event_id text not null,
  endpoint_key text not null,
  body bytea not null,
  state text not null check (state in ('pending', 'succeeded', 'failed', 'exhausted', 'suppressed', 'dropped')),
  step int not null,
  schedule_base int not null default 0,
  attempts int not null default 0,
  due_at timestamptz(3) not null,
  lease_owner uuid,
  lease_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index delivery_fence_pending_by_due on delivery_fence (due_at) where state = 'pending';
create index delivery_fence_of_subscription on delivery_fence (subscription_id, created_at, delivery_id);
`;

/** Read models: projections that can be rebuilt from the ledger at any time. */
const readModels = `
create table projection_checkpoint (
  projection text not null,
  topic text not null,
  partition int not null,
  next_offset bigint not null,
  claim_offset bigint not null default -1,
  cluster_id text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (projection, topic, partition)
);
create table execution_log (
  id uuid primary key,
  execution_id uuid not null unique,
  workspace_id uuid not null,
  account_id uuid not null,
  workflow_id uuid not null,
  workflow_name text not null,
  deployment_version int not null,
  definition_hash text not null,
  status text not null,
  level text not null,
  trigger text not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  total_duration_ms bigint,
  cost_total double precision not null default 0,
  models text[] not null default '{}',
  error jsonb,
  ledger_partition int not null,
  ledger_offset bigint not null
);
create index execution_log_page on execution_log (workspace_id, started_at, id);
create index execution_log_of_workflow on execution_log (workflow_id, started_at, id);
create index execution_log_tail on execution_log (ledger_partition, ledger_offset) where ended_at is not null;
create table execution_detail (
  execution_id uuid primary key,
  trigger_block_id text not null,
  input jsonb,
  final_output jsonb,
  cost jsonb,
  files jsonb,
  engine_version text
);
create table block_execution (
  execution_id uuid not null,
  block_id text not null,
  iteration text not null,
  block_name text not null,
  block_type text not null,
  status text not null,
  sequence int not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  input jsonb,
  output jsonb,
  error jsonb,
  ports text[] not null default '{}',
  attempts int not null default 1,
  cost double precision not null default 0,
  primary key (execution_id, block_id, iteration)
);
create table block_attempt (
  execution_id uuid not null,
  sequence int not null,
  block_id text not null,
  iteration text not null,
  attempt_number int not null,
  status int,
  error_code text not null,
  message text not null,
  duration_ms int not null,
  occurred_at timestamptz(3) not null,
  retry_at timestamptz(3) not null,
  primary key (execution_id, sequence)
);
create table usage_period (
  account_id uuid not null,
  period date not null,
  cost double precision not null,
  primary key (account_id, period)
);
create table partition_claim (
  partition int primary key,
  claim_offset bigint not null,
  writer_id uuid not null,
  host text not null,
  engine_version text not null,
  claimed_at timestamptz(3) not null
);
create table delivery (
  id uuid primary key,
  subscription_id uuid not null,
  workspace_id uuid not null,
  workflow_id uuid not null,
  execution_id uuid not null,
  event_id text not null,
  url text not null,
  state text not null,
  reason text,
  attempts int not null default 0,
  max_attempts int not null,
  last_status int,
  last_error_code text,
  next_due_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index delivery_of_subscription on delivery (subscription_id, created_at, id);
create index delivery_of_execution on delivery (execution_id);
create table delivery_attempt (
  delivery_id uuid not null,
  attempt_number int not null,
  step int not null,
  trigger text not null,
  url text not null,
  started_at timestamptz(3) not null,
  latency_ms int not null,
  status int,
  error_code text,
  error_message text,
  response_headers jsonb,
  response_body text,
  state text not null,
  next_due_at timestamptz(3),
  reason text,
  primary key (delivery_id, attempt_number)
);
`;

export class InitialSchema1763700000000 implements MigrationInterface {
  readonly name = 'InitialSchema1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(edited);
    await runner.query(own);
    await runner.query(readModels);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table delivery_attempt, delivery, partition_claim, usage_period, block_attempt, block_execution, execution_detail,
        execution_log, projection_checkpoint, delivery_fence, rate_limit, idempotency_key, subscription,
        workspace_secret, trigger_path, workflow_version, workflow, api_key, workspace, account`);
  }
}
