/**
 * A process that is idle but for a burst of 20 ms of CPU twice a second. A turn that is late here is the machine's fault, and a burst
 * that takes longer than its CPU tells how much of a processor a busy process gets at that moment (CONTROL_STRETCH_FILE).
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
