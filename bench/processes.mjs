/** CPU time and memory of a process and all its descendants, by kind, from /proc (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second of utime and stime in /proc/<pid>/stat. */
const ticksPerSecond = 100;
const pageBytes = 4096;

function stat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function kindOf(pid) {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  if (command.includes('kafka.Kafka')) return 'kafka';
  return command.includes('postgres') ? 'postgres' : 'app';
}

/** @returns {Record<'app' | 'kafka' | 'postgres', { cpuMs: number, rssMb: number }>} */
export function usageBelow(rootPid) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = Number(stat(name)[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // The process ended after the directory was listed.
    }
  }
  const usage = {
    app: { cpuMs: 0, rssMb: 0 },
    kafka: { cpuMs: 0, rssMb: 0 },
    postgres: { cpuMs: 0, rssMb: 0 },
  };
  const visit = (pid) => {
    try {
      const fields = stat(pid);
      const kind = usage[kindOf(pid)];
      // utime and stime plus those of ended children, because Postgres backends come and go.
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      kind.cpuMs += (ticks * 1000) / ticksPerSecond;
      kind.rssMb += (Number(fields[21]) * pageBytes) / 1e6;
    } catch {
      return;
    }
    for (const child of children.get(pid) ?? []) visit(child);
  };
  visit(rootPid);
  return usage;
}

/**
 * The machine's time since boot, in ms of one core: busy, waiting for disks, and stolen by other
 * machines on the same hardware.
 */
export function machineTime() {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0];
  const [user, nice, system, , waiting, irq, softIrq, stolen] = line
    .split(/\s+/)
    .slice(1)
    .map((ticks) => (Number(ticks) * 1000) / ticksPerSecond);
  return { busyMs: user + nice + system + irq + softIrq, waitingMs: waiting, stolenMs: stolen };
}
