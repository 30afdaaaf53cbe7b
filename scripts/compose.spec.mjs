/**
 * Checks that docker-compose.yml matches its documentation. Whether it runs is tested by hand
 * (docs/operations/deploying.md).
 */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { singleNodeSettings } from '../libs/local-stack/src/kafka-settings.js';

const root = join(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const { services, volumes } = parse(read('docker-compose.yml'), { merge: true });
const cluster = Object.fromEntries(
  read('deploy/compose/cluster.env')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
);
const profiles = cluster.COMPOSE_PROFILES.split(',');

describe('docker compose', () => {
  it('runs the five apps from one image, each after the migration', () => {
    for (const app of ['api', 'runner', 'relay', 'projector', 'delivery']) {
      expect(services[app]).toMatchObject({
        image: 'flowledger',
        environment: { APP: app },
        depends_on: { migrate: { condition: 'service_completed_successfully' } },
      });
      expect(services[app].profiles).toBeUndefined();
    }
  });

  it('has three brokers and a registry in the profiles of cluster.env', () => {
    const brokers = cluster.KAFKA_BROKERS.split(',').map((address) => address.split(':')[0]);
    expect(brokers).toHaveLength(3);
    const ids = brokers.map((name) => services[name].environment.KAFKA_NODE_ID);
    expect(new Set(ids).size).toBe(3);
    for (const name of [...brokers.slice(1), 'registry', 'register'])
      expect(profiles).toEqual(expect.arrayContaining(services[name].profiles));
    for (const name of brokers)
      expect(services.migrate.depends_on[name].condition).toBe('service_healthy');
    expect(cluster.FLOWLEDGER_REPLICATION_FACTOR).toBe('3');
  });

  it('configures brokers like the local stack', () => {
    const { environment } = services.kafka;
    for (const [name, value] of Object.entries(singleNodeSettings)) {
      const found = environment[`KAFKA_${name.replaceAll('.', '_').toUpperCase()}`];
      const byDefault = /:-(\d+)\}$/.exec(found)?.[1] ?? String(found);
      expect([name, byDefault]).toEqual([name, String(value)]);
    }
  });

  it('publishes ports on loopback only, and mounts every volume', () => {
    for (const { ports = [] } of Object.values(services))
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    const mounted = Object.values(services).flatMap((one) => one.volumes ?? []);
    for (const name of Object.keys(volumes))
      expect(mounted.some((mount) => mount.startsWith(`${name}:`))).toBe(true);
  });
});

describe('the image', () => {
  it('is built in stages, without root, with a health check and no dev dependencies', () => {
    const dockerfile = read('Dockerfile');
    const [, last] = dockerfile.split(/(?=FROM node:24-slim\nARG)/);
    expect(dockerfile.match(/^FROM /gm)).toHaveLength(3);
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).toMatch(/--from=dependencies \/app\/node_modules/);
    expect(dockerfile).toMatch(/npm ci --omit=dev/);
  });
});
