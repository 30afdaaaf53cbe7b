/** Lets the faults of a schedule happen to a fleet, and notes when. */
import { groups, topics } from '@libs/contracts';
import { createKafkaEventLog } from '@libs/event-log';
import kafkajs from 'kafkajs';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { copyPostgres } from '../support/postgres-copy.js';
import type { AppName } from '../support/processes.js';
import type { Fleet, Member } from './fleet.js';
import type { Fault, FaultKind } from './schedule.js';

const { Kafka, logLevel } = kafkajs;
/** Completions bear the time of the relay that published them. */
const clockMarginMs = 5_000;

/** Times are Date.now(), as record timestamps and the stub's calls are. */
export interface HappenedFault {
  readonly kind: FaultKind;
  readonly fromMs: number;
  /** When it was over: the process is started again, the frozen one goes on. */
  readonly untilMs: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function pickOf<T>(from: readonly T[], { pick }: Fault): T | undefined {
  return from[Math.floor(pick * from.length)];
}

async function freeze(member: Member, downMs: number): Promise<void> {
  const frozenPid = member.pid;
  member.signal('SIGSTOP');
  await pause(downMs);
  if (member.pid === frozenPid) member.signal('SIGCONT');
}

/** As with a full disk that its operator protects, or after a failover: it answers, and takes nothing. */
async function refuseWrites({ postgres }: Fleet, downMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.databaseUrl });
  await client.connect();
  try {
    await client.query('alter system set default_transaction_read_only = on');
    await client.query('select pg_reload_conf()');
    await pause(downMs);
    await client.query('alter system reset default_transaction_read_only');
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}

/**
 * As an operator does it (docs/operations/backup.md): the delivery processes are down meanwhile, and read completions again from the
 * time of the copy. All others go on.
 */
async function restore(fleet: Fleet, missingMs: number): Promise<void> {
  const copy = await copyPostgres(fleet.postgres);
  await pause(missingMs);
  const starts = await Promise.all(fleet.members('delivery').map((member) => member.takeDown()));
  await copy.restore();
  await readCompletionsFrom(fleet.kafka.kafkaBrokers, copy.madeAtMs - clockMarginMs);
  await Promise.all(starts.map((start) => start()));
}

async function readCompletionsFrom(kafkaBrokers: string, timeMs: number): Promise<void> {
  const brokers = kafkaBrokers.split(',');
  const log = createKafkaEventLog({ brokers, clientId: 'chaos' });
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  try {
    const offsets = await log.admin.offsetsAt(topics.completed, timeMs);
    const partitions = [...offsets].map(([partition, offset]) => ({
      partition,
      offset: String(offset),
    }));
    const { deliveryFanout: groupId } = groups;
    await admin.connect();
    // Not while a member is there that was killed.
    await eventually(
      'the offsets are set',
      () =>
        admin.setOffsets({ groupId, topic: topics.completed, partitions }).then(
          () => true,
          () => false,
        ),
      { withinMs: 60_000 },
    );
  } finally {
    await admin.disconnect();
    await log.close();
  }
}

const brokerOf = ({ kafka }: Fleet, fault: Fault) => pickOf(kafka.nodes, fault);

/** To the servers and the number of runners; all others hit one member. */
const blows: Partial<Record<FaultKind, (fleet: Fleet, fault: Fault) => Promise<unknown>>> = {
  'restart postgres': async ({ postgres }, { downMs }) => {
    await postgres.kill('SIGKILL');
    await pause(downMs);
    await postgres.start();
  },
  'freeze postgres': async ({ postgres }, { downMs }) => {
    await postgres.suspend();
    await pause(downMs);
    await postgres.resume();
  },
  'restore postgres': (fleet, { downMs }) => restore(fleet, downMs),
  'read-only postgres': (fleet, { downMs }) => refuseWrites(fleet, downMs),
  'kill broker': async (fleet, fault) => {
    const broker = brokerOf(fleet, fault);
    await broker?.kill('SIGKILL');
    await pause(fault.downMs);
    await broker?.start();
  },
  'kill every broker': async ({ kafka: { nodes } }, { downMs }) => {
    await Promise.all(nodes.map((broker) => broker.kill('SIGKILL')));
    await pause(downMs);
    await Promise.all(nodes.map((broker) => broker.start()));
  },
  // No connection breaks, and nobody answers: as when its host is cut off.
  'freeze broker': async (fleet, fault) => {
    const broker = brokerOf(fleet, fault);
    await broker?.suspend();
    await pause(fault.downMs);
    await broker?.resume();
  },
  'add runner': (fleet) => fleet.add('runner'),
  'remove runner': async (fleet, fault) => {
    const runners = fleet.members('runner');
    if (runners.length > 1) await pickOf(runners, fault)?.remove();
  },
};

async function happen(fleet: Fleet, fault: Fault): Promise<void> {
  const { kind, downMs } = fault;
  const blow = blows[kind];
  if (blow) {
    await blow(fleet, fault);
    return;
  }
  const [verb, name] = kind.split(' ');
  const member = pickOf(fleet.members(name as AppName), fault);
  await (verb === 'freeze' ? member && freeze(member, downMs) : member?.kill(downMs));
}

const targetOf = ({ together }: Fleet, kind: FaultKind): string => {
  const target = kind.split(' ').at(-1) ?? '';
  return together && target !== 'broker' && target !== 'postgres' ? 'all in one' : target;
};

/** All that nothing else may happen to meanwhile. */
const targetsOf = (fleet: Fleet, kind: FaultKind): string[] =>
  kind === 'restore postgres'
    ? ['postgres', fleet.together ? 'all in one' : 'delivery']
    : [targetOf(fleet, kind)];

/** Who freezes one app of a process freezes its runner. */
const seenAs = (fleet: Fleet, kind: FaultKind): FaultKind =>
  kind.startsWith('freeze ') && targetOf(fleet, kind) === 'all in one' ? 'freeze runner' : kind;

/** Ends when the last fault is over. */
export async function inject(fleet: Fleet, faults: readonly Fault[]): Promise<HappenedFault[]> {
  const beganMs = Date.now();
  const happened: HappenedFault[] = [];
  // Several may hit the same member: each waits until the one before is over.
  const busy = new Map<string, Promise<void>>();
  await Promise.all(
    faults.map(async (fault) => {
      await pause(beganMs + fault.atMs - Date.now());
      const targets = targetsOf(fleet, fault.kind);
      const act = Promise.all(targets.map((target) => busy.get(target) ?? Promise.resolve())).then(
        async () => {
          const fromMs = Date.now();
          await happen(fleet, fault);
          happened.push({ kind: seenAs(fleet, fault.kind), fromMs, untilMs: Date.now() });
        },
      );
      for (const target of targets) busy.set(target, act);
      await act;
    }),
  );
  return happened.sort((a, b) => a.fromMs - b.fromMs);
}
