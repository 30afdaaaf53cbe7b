/**
 * A timeline beside the lag, one line per half second: records sent, acknowledged and projected,
 * the worst lag, and Postgres's writes and waits. Also event loop delays of the projector and the
 * bench, and CPU use by our processes, other processes and other machines (stolen time).
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pg from 'pg';
import { machineTime, usageBelow } from './processes.mjs';

const everyMs = 500;
const sampleMs = 50;

const countersSql = `
select c.num_timed, c.num_requested, c.num_done, c.buffers_written, c.write_time, c.sync_time, w.wal_bytes, w.wal_fpi, w.wal_buffers_full,
  (select sum(writes) from pg_stat_io where backend_type = 'client backend') as own_writes,
  (select sum(autovacuum_count + autoanalyze_count) from pg_stat_user_tables) as vacuums
from pg_stat_checkpointer c, pg_stat_wal w`;
/** The active backends and their wait events at this moment. */
const activitySql = `
select case when backend_type = 'client backend' then 'query' else backend_type end
  || coalesce(' ' || wait_event_type || ':' || wait_event, '') as what
from pg_stat_activity
where pid <> pg_backend_pid() and ((state = 'active' and datname is not null) or (backend_type = 'checkpointer' and wait_event_type <> 'Activity'))`;

export class LagTimeline {
  #client;
  #probeFile;
  #timers = [];
  #delays = monitorEventLoopDelay({ resolution: 5 });
  #window = this.#emptyWindow();
  #before;
  #cores = this.#coresSoFar();
  lines = [];

  constructor(databaseUrl, probeFile) {
    this.#client = new pg.Client({ connectionString: databaseUrl });
    this.#probeFile = probeFile;
  }

  async start() {
    await this.#client.connect();
    this.#before = await this.#counters();
    this.#delays.enable();
    const repeat = (act, ms) => {
      let busy = false;
      const timer = setInterval(() => {
        if (busy) return;
        busy = true;
        void act().finally(() => {
          busy = false;
        });
      }, ms);
      this.#timers.push(timer);
    };
    repeat(() => this.#sample(), sampleMs);
    repeat(() => this.#line(), everyMs);
  }

  sent(count) {
    this.#window.sent += count;
  }

  acknowledged(afterMs) {
    this.#window.acknowledged += 1;
    this.#window.ackMs = Math.max(this.#window.ackMs, afterMs);
  }

  projected(lagMs) {
    this.#window.projected += 1;
    this.#window.lagMs = Math.max(this.#window.lagMs, lagMs);
  }

  behind(executions) {
    this.#window.behind = Math.max(this.#window.behind, executions);
  }

  async stop() {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#client.end();
    const probes = readFileSync(this.#probeFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return this.lines.map((line) => {
      const during = probes.filter(({ at }) => at > line.at - everyMs && at <= line.at);
      const most = (field) => Math.max(0, ...during.map((probe) => probe[field]));
      return {
        ...line,
        projectorDelayMs: most('delayMs'),
        projectorLoop: most('utilization'),
        projectorGcMs: Math.round(during.reduce((sum, { gcMs }) => sum + gcMs, 0)),
      };
    });
  }

  #emptyWindow() {
    return {
      sent: 0,
      acknowledged: 0,
      projected: 0,
      ackMs: 0,
      lagMs: 0,
      behind: 0,
      activity: new Map(),
    };
  }

  #coresSoFar() {
    const ours = Object.values(usageBelow(process.pid)).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
    return { at: performance.now(), ours, ...machineTime() };
  }

  async #counters() {
    const { rows } = await this.#client.query(countersSql);
    return rows[0];
  }

  async #sample() {
    const { rows } = await this.#client.query(activitySql);
    const { activity } = this.#window;
    for (const { what } of rows) activity.set(what, (activity.get(what) ?? 0) + 1);
  }

  async #line() {
    const now = await this.#counters();
    const { activity, ...window } = this.#window;
    this.#window = this.#emptyWindow();
    const grown = (field) => Number(now[field]) - Number(this.#before[field]);
    const delayMs = Math.round(this.#delays.max / 1e6);
    this.#delays.reset();
    const busiest = [...activity].sort((a, b) => b[1] - a[1]).slice(0, 4);
    const [before, cores] = [this.#cores, this.#coresSoFar()];
    this.#cores = cores;
    const during = (ms) => Math.round((100 * ms) / (cores.at - before.at)) / 100;
    const ours = cores.ours - before.ours;
    this.lines.push({
      at: Date.now(),
      ...window,
      ackMs: Math.round(window.ackMs),
      lagMs: Math.round(window.lagMs),
      benchDelayMs: delayMs,
      checkpoints: grown('num_timed') + grown('num_requested'),
      checkpointsDone: grown('num_done'),
      checkpointBuffers: grown('buffers_written'),
      walMb: Math.round(grown('wal_bytes') / 1e6),
      fullPages: grown('wal_fpi'),
      ownWrites: grown('own_writes'),
      vacuums: grown('vacuums'),
      coresOurs: during(ours),
      coresOfOthers: during(cores.busyMs - before.busyMs - ours),
      coresWaiting: during(cores.waitingMs - before.waitingMs),
      coresStolen: during(cores.stolenMs - before.stolenMs),
      activity: busiest.map(([what, times]) => `${what} ${times}`).join(', '),
    });
    this.#before = now;
  }
}
