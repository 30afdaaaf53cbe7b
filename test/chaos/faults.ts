/** Applies a schedule's faults to a fleet and records when they happened. */
import pg from 'pg';
import { copyPostgres } from '../support/postgres-copy.js';
import type { AppName } from '../support/processes.js';
import type { Fleet, Member } from './fleet.js';
import type { Fault, FaultKind } from './schedule.js';

/** Times are Date.now(), like record timestamps and the stub's calls. */
export interface HappenedFault {
  readonly kind: FaultKind;
  readonly fromMs: number;
  /** End of the fault: the process is started again or the frozen one resumes. */
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

/** Like a full disk that its operator protects, or a failover: it answers but accepts no writes. */
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

/** Work continues meanwhile, as in a failover to a standby that lagged by `missingMs`. */
async function restore({ postgres }: Fleet, missingMs: number): Promise<void> {
  const copy = await copyPostgres(postgres);
  await pause(missingMs);
  await copy.restore();
}

const brokerOf = ({ kafka }: Fleet, fault: Fault) => pickOf(kafka.nodes, fault);

/** Faults of the servers and of the number of runners; all others hit one member. */
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
  // No connection breaks and nothing answers, as when the host is cut off.
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

/** Freezing any app of an all-in-one process freezes its runner. */
const seenAs = (fleet: Fleet, kind: FaultKind): FaultKind =>
  kind.startsWith('freeze ') && targetOf(fleet, kind) === 'all in one' ? 'freeze runner' : kind;

/** Resolves when the last fault is over. */
export async function inject(fleet: Fleet, faults: readonly Fault[]): Promise<HappenedFault[]> {
  const beganMs = Date.now();
  const happened: HappenedFault[] = [];
  // Several faults may hit the same target: each waits until the previous one is over.
  const busy = new Map<string, Promise<void>>();
  await Promise.all(
    faults.map(async (fault) => {
      await pause(beganMs + fault.atMs - Date.now());
      const target = targetOf(fleet, fault.kind);
      const before = busy.get(target);
      const act = (before ?? Promise.resolve()).then(async () => {
        const fromMs = Date.now();
        await happen(fleet, fault);
        happened.push({ kind: seenAs(fleet, fault.kind), fromMs, untilMs: Date.now() });
      });
      busy.set(target, act);
      await act;
    }),
  );
  return happened.sort((a, b) => a.fromMs - b.fromMs);
}
