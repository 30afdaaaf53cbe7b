/** Lets the faults of a schedule happen to a fleet, and notes when. */
import type { AppName } from '../support/processes.js';
import type { Fleet, Member } from './fleet.js';
import type { Fault, FaultKind } from './schedule.js';

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

async function happen(fleet: Fleet, fault: Fault): Promise<void> {
  const { kind, downMs } = fault;
  if (kind === 'restart postgres') {
    await fleet.postgres.kill('SIGKILL');
    await pause(downMs);
    await fleet.postgres.start();
  } else if (kind === 'freeze postgres') {
    await fleet.postgres.suspend();
    await pause(downMs);
    await fleet.postgres.resume();
  } else if (kind === 'kill broker') {
    const broker = pickOf(fleet.kafka.nodes, fault);
    await broker?.kill('SIGKILL');
    await pause(downMs);
    await broker?.start();
  } else if (kind === 'freeze broker') {
    // No connection breaks, and nobody answers: as when its host is cut off.
    const broker = pickOf(fleet.kafka.nodes, fault);
    await broker?.suspend();
    await pause(downMs);
    await broker?.resume();
  } else if (kind === 'add runner') await fleet.add('runner');
  else if (kind === 'remove runner') {
    const runners = fleet.members('runner');
    if (runners.length > 1) await pickOf(runners, fault)?.remove();
  } else if (kind.startsWith('freeze ')) {
    const member = pickOf(fleet.members(kind.slice('freeze '.length) as AppName), fault);
    if (member) await freeze(member, downMs);
  } else await pickOf(fleet.members(kind.slice('kill '.length) as AppName), fault)?.kill(downMs);
}

const targetOf = ({ together }: Fleet, kind: FaultKind): string => {
  const target = kind.split(' ').at(-1) ?? '';
  return together && target !== 'broker' && target !== 'postgres' ? 'all in one' : target;
};

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
