/** The manifests against Kubernetes' own schemas (as published in kubernetes-models), and against what the apps need. */
import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { topicCatalogue, accessRoles } from '../libs/contracts/src/index.js';
import { groups } from '../libs/contracts/src/topics.js';

const root = join(import.meta.dirname, '../deploy/kubernetes');
const files = readdirSync(root, { recursive: true }).filter((file) => file.endsWith('.yaml'));
const isKustomization = (file) => file.endsWith('kustomization.yaml');
const documentsOf = (file) =>
  parseAllDocuments(readFileSync(join(root, file), 'utf8')).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
const objects = files
  .filter((file) => !isKustomization(file))
  .flatMap((file) => documentsOf(file).map((object) => ({ file, object })));
const ofKind = (kind) => objects.map(({ object }) => object).filter((one) => one.kind === kind);
const apps = ['api', 'runner', 'relay', 'projector', 'delivery'];

async function modelOf({ apiVersion, kind }) {
  const library = apiVersion.startsWith('keda.sh/')
    ? '@kubernetes-models/keda'
    : 'kubernetes-models';
  return (await import(`${library}/${apiVersion}`))[kind];
}

describe('Kubernetes manifests', () => {
  it.each(objects.map(({ file, object }) => [`${file}: ${object.kind}`, object]))(
    'are valid: %s',
    async (_name, object) => {
      const Model = await modelOf(object);
      expect(() => new Model(object).validate()).not.toThrow();
    },
  );

  it('are refused when they are wrong, so that this test means something', async () => {
    const [deployment] = ofKind('Deployment');
    const Model = await modelOf(deployment);
    const wrong = structuredClone(deployment);
    wrong.spec.template.spec.containers[0].readinessProbe.periodSeconds = 'often';
    expect(() => new Model(wrong).validate()).toThrow();
  });

  it('name every file of their folder once, and no other', () => {
    for (const file of files.filter(isKustomization)) {
      const folder = join(root, dirname(file));
      const { resources = [], components = [] } = parse(readFileSync(join(root, file), 'utf8'));
      for (const path of [...resources, ...components])
        expect([path, existsSync(join(folder, path))]).toEqual([path, true]);
      const own = readdirSync(folder).filter(
        (name) => !isKustomization(name) && !name.includes('.example.'),
      );
      expect(resources.filter((path) => !path.startsWith('..')).sort()).toEqual(own.sort());
    }
  });

  it('give no pod variables that the apps take for misspelt ones of theirs', () => {
    for (const { kind, spec, metadata } of [...ofKind('Deployment'), ...ofKind('Job')])
      expect([kind, metadata.name, spec.template.spec.enableServiceLinks]).toEqual([
        kind,
        metadata.name,
        false,
      ]);
  });

  it('run each app without root, with probes and a disruption budget', () => {
    expect(ofKind('Deployment').map(({ metadata }) => metadata.name)).toEqual(
      expect.arrayContaining(apps.map((app) => `flowledger-${app}`)),
    );
    const budgets = ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels);
    for (const { spec } of [...ofKind('Deployment'), ...ofKind('Job')]) {
      const pod = spec.template.spec;
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
      expect(pod.automountServiceAccountToken).toBe(false);
      for (const container of pod.containers) {
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources).toMatchObject({ requests: {}, limits: {} });
      }
    }
    for (const { spec } of ofKind('Deployment')) {
      const [container] = spec.template.spec.containers;
      expect(container.readinessProbe.httpGet.path).toBe('/health/ready');
      expect(container.livenessProbe.httpGet.path).toBe('/health/live');
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      expect(budgets).toContainEqual(spec.selector.matchLabels);
    }
  });

  it('ask for secrets that the example has, one Kafka user per role', () => {
    const secrets = new Map(
      ofKind('Secret').map(({ metadata, stringData }) => [metadata.name, Object.keys(stringData)]),
    );
    expect([...secrets.get('flowledger-kafka')].sort()).toEqual([...accessRoles].sort());
    for (const { spec } of [...ofKind('Deployment'), ...ofKind('Job')]) {
      for (const { env } of spec.template.spec.containers) {
        for (const { valueFrom } of env.filter((one) => one.valueFrom !== undefined))
          expect(secrets.get(valueFrom.secretKeyRef.name)).toContain(valueFrom.secretKeyRef.key);
      }
    }
  });

  it('scale by the lag of groups and topics that exist, to no more than can work', () => {
    const topics = new Map(topicCatalogue.map((topic) => [topic.name, topic.partitions]));
    for (const { spec } of ofKind('ScaledObject')) {
      expect(ofKind('Deployment').map(({ metadata }) => metadata.name)).toContain(
        spec.scaleTargetRef.name,
      );
      for (const { metadata } of spec.triggers) {
        expect(topics.has(metadata.topic)).toBe(true);
        expect(Object.values(groups)).toContain(metadata.consumerGroup);
      }
      const partitions = spec.triggers.map(({ metadata }) => topics.get(metadata.topic));
      const most = Math.max(...partitions.map((count) => (count === 'ledger' ? 12 : count)));
      expect(spec.maxReplicaCount).toBeLessThanOrEqual(most);
    }
  });
});
