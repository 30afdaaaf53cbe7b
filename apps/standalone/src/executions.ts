/**
 * `npm run executions -- list|end <execution id> [reason]`: lists open executions from Kafka alone
 * and ends one of them, without the api and the projector. Postgres only adds which are suspects;
 * without it the list has the same executions.
 */
import {
  deathsBeforeQuarantine,
  eachOpenExecution,
  endOf,
  loneDeathsOf,
  type OpenExecution,
} from '@apps/runner';
import { type Config, ConfigError, kafkaConnectionOf, loadConfig } from '@libs/config';
import { anyWorkspace, headers, recordOf } from '@libs/contracts';
import { createKafkaEventLog, type EventLog } from '@libs/event-log';
import { openDatabase } from '@libs/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { localEnvironment } from './local-environment.js';

const usage = `usage: npm run executions -- list
       npm run executions -- end <execution id> [reason]

list   every execution that was requested or runs, by Kafka alone: id, state, age, workspace, workflow.
       Parked ones are not listed; "end" ends them too.
end    orders the runners to cancel one, of whatever workspace, and waits up to 60 s for its end.
Exit code: 0 done, 1 failed or not ended in time, 2 wrong usage.`;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const noWorkspace = '00000000-0000-0000-0000-000000000000';
const endWithinMs = 60_000;
const databaseWithinMs = 3_000;
const longestReason = 500;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const note = (line: string): void => void process.stderr.write(`${line}\n`);

async function readDeaths(config: Config): Promise<Map<string, number> | null> {
  const read = async (): Promise<Map<string, number>> => {
    const database = await openDatabase({
      url: config.DATABASE_URL,
      poolSize: 1,
      applicationName: 'flowledger-executions',
      statementTimeoutMs: databaseWithinMs,
    });
    return loneDeathsOf(database.pool).finally(() => database.close());
  };
  const late = sleep(databaseWithinMs, null, { ref: false });
  return Promise.race([read().catch(() => null), late]);
}

/** Authors choose the name: it is quoted, so it can't move the terminal's cursor. */
function asLine(
  { executionId, state, identity }: OpenExecution,
  deaths: number | undefined,
): string {
  const suspicion = deaths === undefined ? '' : ` suspect ${deaths}/${deathsBeforeQuarantine}`;
  const age =
    identity === null
      ? '-'
      : `${Math.max(0, Math.round((Date.now() - identity.requestedAt) / 1_000))} s`;
  const { workspaceId = '-', workflowId = '-', workflowName = '-' } = identity ?? {};
  const columns = [executionId, state + suspicion, age, workspaceId, workflowId];
  return [...columns, JSON.stringify(workflowName)].join('  ');
}

async function list(eventLog: EventLog, config: Config): Promise<number> {
  const deaths = await readDeaths(config);
  if (deaths === null) note('Postgres does not answer: suspects are not marked');
  let count = 0;
  await eachOpenExecution(eventLog, (execution) => {
    count += 1;
    say(asLine(execution, deaths?.get(execution.executionId)));
  });
  say(`${count} open`);
  return 0;
}

async function end(eventLog: EventLog, executionId: string, reason: string): Promise<number> {
  const before = await endOf(eventLog, executionId, 0);
  if (before !== null) {
    say(`${executionId}  ended before: ${before}`);
    return 0;
  }
  const requestedAt = Date.now();
  const order = { executionId, workspaceId: noWorkspace, reason, requestedAt };
  const appender = eventLog.appender();
  try {
    const marks = { [headers.actsFor]: anyWorkspace };
    await appender.append(recordOf('ExecutionCancelRequested', order, marks));
  } finally {
    await appender.close();
  }
  say(`${executionId}  cancel requested`);
  const status = await endOf(eventLog, executionId, endWithinMs);
  if (status !== null) {
    say(`${executionId}  ended: ${status}`);
    return 0;
  }
  note(
    `${executionId}  has not ended within ${endWithinMs / 1_000} s. The command stays in the log, and a runner obeys it before it runs anything. Check that a runner is up and that "list" has the id: an unknown id never ends`,
  );
  return 1;
}

async function main(command: string, id: string, reason: string): Promise<number> {
  const config = loadConfig({
    DATABASE_URL: 'postgres://unused/unused',
    ...(await localEnvironment()),
  });
  const eventLog = createKafkaEventLog({
    ...kafkaConnectionOf(config),
    clientId: 'flowledger-executions',
  });
  try {
    return command === 'list'
      ? await list(eventLog, config)
      : await end(eventLog, id, reason.slice(0, longestReason));
  } finally {
    await eventLog.close();
  }
}

const [command = '', id = '', ...words] = process.argv.slice(2);
const executionId = id.toLowerCase();
const reason = words.join(' ') || 'Ended by an operator';
if (command === '--help' || command === 'help') say(usage);
else if (command === 'end' && !uuid.test(executionId)) {
  note(`"${id}" is not an execution id: "list" and the header x-execution-id show them\n${usage}`);
  process.exitCode = 2;
} else if (!['list', 'end'].includes(command)) {
  note(usage);
  process.exitCode = 2;
} else {
  process.exitCode = await main(command, executionId, reason).catch((error: unknown) => {
    note(error instanceof ConfigError ? error.message : String(error));
    return 1;
  });
}
