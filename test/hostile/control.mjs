/**
 * An idle process with a 20 ms burst of CPU twice a second. A late turn here is the machine's
 * fault. The wall time of a burst shows how much of a CPU a busy process gets at that moment
 * (CONTROL_STRETCH_FILE).
 */
import { appendFileSync } from 'node:fs';

const burstMs = 20;
const everyMs = 500;
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

setInterval(() => {
  const [wall, cpu] = [performance.now(), cpuMs()];
  while (cpuMs() - cpu < burstMs);
  const stretch = (performance.now() - wall) / burstMs;
  const line = JSON.stringify({ at: Date.now(), stretch });
  appendFileSync(process.env.CONTROL_STRETCH_FILE, `${line}\n`);
}, everyMs);
