/**
 * `npm run topics -- plan|apply|check|acls|grant`: compares the cluster with the declared topics
 * (libs/contracts/src/topic-settings.ts). `apply` creates topics, adds partitions where no order
 * breaks, and raises limits; it never deletes. `check` is for CI and deployments. `acls` prints,
 * and `grant` grants, the rights of each app's user (`User:<prefix><app>`).
 */
import { type Config, ConfigError, kafkaConnectionOf, loadConfig } from '@libs/config';
import {
  accessOf,
  type AccessRole,
  accessRoles,
  asKafkaAcl,
  describeStep,
  planTopics,
  topicDeclarations,
  type TopicStep,
} from '@libs/contracts';
import { createKafkaEventLog, type LogAdmin } from '@libs/event-log';
import { localEnvironment } from './local-environment.js';

const usage = 'usage: npm run topics -- plan|apply|check|acls [prefix]|grant [prefix]';
const commands = ['plan', 'apply', 'check', 'acls', 'grant'];
const defaultPrefix = 'flowledger-';
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function planFor(config: Config, admin: LogAdmin): Promise<TopicStep[]> {
  const replicas = config.FLOWLEDGER_REPLICATION_FACTOR;
  const declared = topicDeclarations(config.FLOWLEDGER_LEDGER_PARTITIONS, replicas);
  const found = await admin.describeTopics(declared.map(({ name }) => name));
  return planTopics(declared, found, replicas);
}

async function carryOut(step: TopicStep, config: Config, admin: LogAdmin): Promise<void> {
  switch (step.kind) {
    case 'create': {
      const replicas = config.FLOWLEDGER_REPLICATION_FACTOR;
      const declared = topicDeclarations(config.FLOWLEDGER_LEDGER_PARTITIONS, replicas);
      const topic = declared.filter(({ name }) => name === step.topic);
      await admin.ensureTopics(topic, replicas);
      return;
    }
    case 'grow':
      await admin.growTopic(step.topic, step.to);
      return;
    case 'configure':
      await admin.configureTopic(step.topic, { [step.entry]: step.to });
      return;
    case 'refused':
  }
}

/** @returns exit code: 1 when `check` finds a difference, or `apply` had to leave one */
async function run(command: string, config: Config, admin: LogAdmin): Promise<number> {
  const plan = await planFor(config, admin);
  for (const step of plan) {
    say(describeStep(step));
    if (command === 'apply') await carryOut(step, config, admin);
  }
  if (plan.length === 0) say('all topics are as declared');
  const refused = plan.filter(({ kind }) => kind === 'refused').length;
  if (command === 'plan') return 0;
  if (command === 'check') return plan.length === 0 ? 0 : 1;
  say(`${plan.length - refused} changed, ${refused} refused`);
  return refused === 0 ? 0 : 1;
}

/** Rights to delete from the ledger are for installations that ask for its retention only. */
const rightsOf = (role: AccessRole, { FLOWLEDGER_LEDGER_RETENTION_DAYS: days }: Config) =>
  accessOf(role, { deletesLedger: days > 0 });

/** Brokers without an authorizer refuse `grant`: there are no rights to grant. */
async function grant(prefix: string, config: Config, admin: LogAdmin): Promise<number> {
  for (const role of accessRoles) {
    const rules = rightsOf(role, config);
    await admin.allow(`User:${prefix}${role}`, rules);
    say(`User:${prefix}${role} has its ${rules.length} rights`);
  }
  return 0;
}

function printAcls(prefix: string, config: Config): number {
  for (const role of accessRoles)
    for (const rule of rightsOf(role, config)) say(asKafkaAcl(`User:${prefix}${role}`, rule));
  return 0;
}

/** The configuration asks for them, but no command needs a database, and `acls` no broker. */
const noDatabase = { DATABASE_URL: 'postgres://unused' };
const noBroker = { KAFKA_BROKERS: 'unused:9092' };

async function main(command: string, prefix: string): Promise<number> {
  if (command === 'acls')
    return printAcls(prefix, loadConfig({ ...noDatabase, ...noBroker, ...process.env }));
  const config = loadConfig({ ...noDatabase, ...(await localEnvironment()) });
  const log = createKafkaEventLog({ ...kafkaConnectionOf(config), clientId: 'flowledger-topics' });
  try {
    return command === 'grant'
      ? await grant(prefix, config, log.admin)
      : await run(command, config, log.admin);
  } finally {
    await log.close();
  }
}

const [command = '', prefix = defaultPrefix] = process.argv.slice(2);
if (!commands.includes(command)) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  process.exitCode = await main(command, prefix).catch((error: unknown) => {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
    return 1;
  });
}
