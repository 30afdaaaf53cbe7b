/**
 * Checks the manifests against Kubernetes' own schemas (as published in kubernetes-models) and
 * against the needs of the apps.
 */
import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
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

  it('fail the validation when they are wrong', async () => {
    const [deployment] = ofKind('Deployment');
    const Model = await modelOf(deployment);
    const wrong = structuredClone(deployment);
    wrong.spec.template.spec.containers[0].readinessProbe.periodSeconds = 'often';
    expect(() => new Model(wrong).validate()).toThrow();
  });

  it('list every file of their folder exactly once', () => {
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

  it('disable service links, whose variables the apps would reject', () => {
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
        expect(Object.keys(container.resources.requests).sort()).toEqual(['cpu', 'memory']);
        expect(Object.keys(container.resources.limits).sort()).toEqual(['cpu', 'memory']);
      }
    }
    for (const { spec } of ofKind('Deployment')) {
      const [container] = spec.template.spec.containers;
      expect(container.readinessProbe.httpGet.path).toBe('/health/ready');
      expect(container.livenessProbe.httpGet.path).toBe('/health/live');
      const { value } = container.env.find(({ name }) => name === 'FLOWLEDGER_OPS_PORT');
      expect(container.ports).toContainEqual({ name: 'ops', containerPort: Number(value) });
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      expect(budgets).toContainEqual(spec.selector.matchLabels);
    }
  });

  it('show the ops port to Prometheus, and to no Service', () => {
    const [scrape] = parse(readFileSync(join(root, '../prometheus/scrape.yml'), 'utf8'));
    const kept = scrape.relabel_configs.filter(({ action }) => action === 'keep');
    expect(kept.map(({ regex }) => regex)).toEqual(['ops']);
    for (const { spec } of ofKind('Service'))
      expect(spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
  });

  it('mount the archive of the ledger where projectors write it', () => {
    const folder = join(root, 'components/ledger-archive');
    const [{ patch }] = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')).patches;
    const values = parse(patch).map(({ value }) => value);
    const [, dir, mount, volume] = values;
    expect([dir.name, dir.value]).toEqual(['FLOWLEDGER_LEDGER_ARCHIVE_DIR', mount.mountPath]);
    expect(volume.name).toBe(mount.name);
    expect(ofKind('PersistentVolumeClaim').map(({ metadata }) => metadata.name)).toEqual([
      volume.persistentVolumeClaim.claimName,
    ]);
  });

  it('use only secrets of the example, with one Kafka user per role', () => {
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

  it('scale on existing groups and topics, up to the partition count', () => {
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

describe('network policies', () => {
  const pods = [...apps, 'migrate'];
  const policies = ofKind('NetworkPolicy').map(({ spec }) => spec);
  const selects = ({ matchLabels, matchExpressions = [] }, component) =>
    matchLabels === undefined
      ? matchExpressions.every(({ operator, values }) => {
          expect(operator).toBe('In');
          return values.includes(component);
        })
      : matchLabels['app.kubernetes.io/component'] === component;
  const policiesOf = (component) =>
    policies.filter(({ podSelector }) => selects(podSelector, component));

  const isIn = (cidr, ip) => {
    const [net, bits] = cidr.split('/');
    const family = (address) => (isIPv6(address) ? 'ipv6' : 'ipv4');
    if (family(net) !== family(ip)) return false;
    const list = new BlockList();
    list.addSubnet(net, Number(bits), family(net));
    return list.check(ip, family(ip));
  };
  const holds = ({ ipBlock }, ip) =>
    ipBlock !== undefined &&
    isIn(ipBlock.cidr, ip) &&
    !(ipBlock.except ?? []).some((cidr) => isIn(cidr, ip));
  const mayReach = (component, ip, port) =>
    policiesOf(component)
      .flatMap(({ egress = [] }) => egress)
      .some(
        ({ to, ports }) =>
          (to === undefined || to.some((peer) => holds(peer, ip))) &&
          ports.some(
            (one) =>
              one.protocol === 'TCP' && port >= one.port && port <= (one.endPort ?? one.port),
          ),
      );

  it.each(pods)('deny %s everything that no other policy allows', (component) => {
    const denying = policiesOf(component).filter(
      ({ ingress, egress }) => ingress === undefined && egress === undefined,
    );
    expect(denying.map(({ policyTypes }) => policyTypes)).toEqual([['Ingress', 'Egress']]);
  });

  it.each(pods)('let %s reach the brokers and the database', (component) => {
    for (const port of [9093, 5432])
      expect([port, mayReach(component, '10.20.0.5', port)]).toEqual([port, true]);
  });

  it.each(pods)('let %s call the internet only if it makes outgoing calls', (component) => {
    const calls = ['api', 'runner', 'delivery'].includes(component);
    for (const ip of ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])
      for (const port of [80, 443, 8443])
        expect([ip, port, mayReach(component, ip, port)]).toEqual([ip, port, calls]);
  });

  it.each(pods)('keep %s from the cluster, the node and the metadata services', (component) => {
    for (const ip of [
      '10.96.0.1',
      '10.244.1.7',
      '172.17.0.1',
      '192.168.1.1',
      '100.100.100.200',
      '127.0.0.1',
      '169.254.169.254',
      '168.63.129.16',
      'fd00:ec2::254',
      'fe80::1',
      '::1',
      '64:ff9b::a9fe:a9fe',
      '2002:a9fe:a9fe::1',
    ])
      expect([ip, mayReach(component, ip, 80)]).toEqual([ip, false]);
  });

  it('open http to labelled callers and ops ports to labelled monitoring only', () => {
    for (const component of pods) {
      const from = policiesOf(component)
        .flatMap(({ ingress = [] }) => ingress)
        .flatMap(({ from, ports }) => from.map((peer) => [peer, ports]))
        .map(([{ namespaceSelector }, ports]) => ({ ...namespaceSelector.matchLabels, ports }));
      const on = (port) => ({ ports: [{ protocol: 'TCP', port }] });
      const monitoring =
        component === 'migrate' ? [] : [{ 'flowledger.io/monitoring': 'true', ...on('ops') }];
      const callers =
        component === 'api' ? [{ 'flowledger.io/ingress': 'true', ...on('http') }] : [];
      expect([component, from]).toEqual([component, [...callers, ...monitoring]]);
    }
  });

  it('are patched in the example together with the trusted proxies', () => {
    const file = join(root, 'overlays/example/kustomization.yaml');
    const patches = parse(readFileSync(file, 'utf8')).patches.flatMap(({ patch }) => parse(patch));
    expect(patches.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/data/FLOWLEDGER_TRUSTED_PROXIES', '/spec/egress/1/to']),
    );
  });
});
