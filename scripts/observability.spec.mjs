import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricNamesIn } from './metric-names.mjs';

const root = join(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const alerts = read('deploy/prometheus/alerts.yml');
const dashboard = read('deploy/grafana/flowledger.json');

/**
 * Names as the apps register them. prom-client keeps a counter's name; a histogram adds suffixes.
 */
const registered = new Set(
  ['apps', 'libs']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
    .flatMap((file) => [...read(file).matchAll(/'(flowledger_\w+)'/g)].map(([, name]) => name)),
);

describe('dashboard and alert rules', () => {
  it('name only metrics that the apps have', () => {
    const { panels } = JSON.parse(dashboard);
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    for (const text of [alerts, ...expressions]) {
      const names = metricNamesIn(text);
      expect(names).not.toHaveLength(0);
      for (const name of names) expect([name, registered.has(name)]).toEqual([name, true]);
    }
  });

  it('have a runbook section for every alert', () => {
    const runbook = read('docs/operations/alerts.md');
    const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    expect([...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)).toEqual(names);
    const links = [...alerts.matchAll(/runbook: docs\/operations\/alerts\.md#(\w+)/g)];
    expect(links.map(([, anchor]) => anchor)).toEqual(names.map((name) => name.toLowerCase()));
  });
});
