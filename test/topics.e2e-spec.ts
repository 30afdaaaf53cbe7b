/**
 * `npm run topics` keeps a cluster's topics as declared, and never does anything that could lose a
 * record.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { topics } from '@libs/contracts';
import { createKafkaEventLog, type EventLog } from '@libs/event-log';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { startCluster, type Cluster } from './support/cluster.js';
import { eventually } from './support/eventually.js';

jest.setTimeout(120_000);

const tool = join(import.meta.dirname, '../dist/apps/standalone/src/topics.js');
let cluster: Cluster;
let eventLog: EventLog;

const run = (
  command: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number; lines: string[] }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [tool, command],
      { env: { PATH: process.env['PATH'], ...cluster.environment, ...more } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : Number(error.code);
        resolve({ code, lines: `${stdout}${stderr}`.trim().split('\n') });
      },
    );
  });

const stateOf = async (topic: string) => (await eventLog.admin.describeTopics([topic]))[0];

beforeAll(async () => {
  cluster = await startCluster(['relay']);
  eventLog = createKafkaEventLog({
    brokers: [cluster.kafka.kafkaBrokers],
    clientId: 'topics-test',
  });
});

afterAll(async () => {
  await eventLog.close();
  await cluster.stop();
});

describe('npm run topics', () => {
  it('finds the topics of a deployment as declared', async () => {
    expect(await run('check')).toEqual({ code: 0, lines: ['all topics are as declared'] });
  });

  it('shows a difference, fails the check, and corrects it', async () => {
    await eventLog.admin.configureTopic(topics.steps, { 'retention.ms': '1000' });
    const line = `change   ${topics.steps} retention.ms from 1000 to 604800000`;
    expect(await run('plan')).toEqual({ code: 0, lines: [line] });
    expect(await run('check')).toEqual({ code: 1, lines: [line] });
    expect((await stateOf(topics.steps))?.config['retention.ms']).toBe('1000');
    expect(await run('apply')).toEqual({ code: 0, lines: [line, '1 changed, 0 refused'] });
    expect(await run('check')).toMatchObject({ code: 0 });
  });

  it('refuses a change that would lose records, and reports the drift', async () => {
    await eventLog.admin.configureTopic(topics.steps, { 'retention.ms': '-1' });
    const { code, lines } = await run('apply');
    expect(code).toBe(1);
    expect(lines[0]).toMatch(/^REFUSED {2}workflow\.execution\.steps retention\.ms is -1/);
    expect((await stateOf(topics.steps))?.config['retention.ms']).toBe('-1');
    // A process checks at most once a minute; a new one checks at once.
    const relay = await cluster.start('relay');
    const drift = await eventually('readiness names the difference', async () => {
      const answer = await fetch(`${relay.url}/health/ready`);
      const body = (await answer.json()) as { topicDrift: string[] | null };
      return body.topicDrift === null ? null : { status: answer.status, lines: body.topicDrift };
    });
    expect(drift).toEqual({ status: 200, lines: [lines[0]] });
    const metrics = await (await fetch(`${relay.url}/metrics`)).text();
    expect(metrics).toMatch(/^flowledger_topic_drift 1$/m);
  });

  it('refuses to add partitions to the ledger', async () => {
    const { code, lines } = await run('apply', { FLOWLEDGER_LEDGER_PARTITIONS: '8' });
    expect(code).toBe(1);
    expect(lines.filter((line) => line.includes(`REFUSED  ${topics.events} `))).toHaveLength(1);
    expect((await stateOf(topics.events))?.partitions).toBe(4);
  });

  it("prints each app's rights as arguments of Kafka's own tool", async () => {
    const { code, lines } = await run('acls');
    expect(code).toBe(0);
    expect(lines).toContain(
      `--add --allow-principal User:flowledger-runner --operation Write --topic '${topics.events}'`,
    );
    expect(lines).not.toContain(
      `--add --allow-principal User:flowledger-projector --operation Write --topic '${topics.events}'`,
    );
  });

  it('prints its usage for an unknown command', async () => {
    expect(await run('destroy')).toEqual({
      code: 2,
      lines: ['usage: npm run topics -- plan|apply|check|acls [prefix]|grant [prefix]'],
    });
  });
});
