import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from './config.js';
import { kafkaConnectionOf } from './kafka-connection.js';
import { publicUrlOf } from './urls.js';

const needed = { DATABASE_URL: 'postgres://u:p@h/d', KAFKA_BROKERS: 'a:9092, b:9092' };

describe('configuration', () => {
  it('reports an unknown FLOWLEDGER_ name together with all other problems', () => {
    expect(() => loadConfig({ FLOWLEDGER_TYPO: '1' })).toThrow(
      /FLOWLEDGER_TYPO.*\n.*DATABASE_URL.*\n.*KAFKA_BROKERS/,
    );
  });

  it('passes over the variables of the command line, which the same shell may have', () => {
    const ofTheCommandLine = { FLOWLEDGER_URL: 'https://flow.example', FLOWLEDGER_API_KEY: 'fl_x' };
    expect(Object.keys(loadConfig({ ...needed, ...ofTheCommandLine }))).not.toContain(
      'FLOWLEDGER_API_KEY',
    );
  });

  it('never shows a secret', () => {
    const config = loadConfig({
      ...needed,
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_SASL_USERNAME: 'api',
      KAFKA_SASL_PASSWORD: 'hunter2',
    });
    expect(JSON.stringify(config)).not.toContain('hunter2');
    expect(String(config.KAFKA_SASL_PASSWORD)).toBe('[secret]');
  });

  it('spec 8.6: ends a delivery attempt after 30 seconds by default', () => {
    expect(loadConfig(needed).FLOWLEDGER_DELIVERY_TIMEOUT_MS).toBe(30_000);
  });

  it('keeps deliveries for ever, or for at least 31 days', () => {
    const name = 'FLOWLEDGER_DELIVERY_RETENTION_DAYS';
    expect(loadConfig(needed)[name]).toBe(0);
    expect(loadConfig({ ...needed, [name]: '31' })[name]).toBe(31);
    expect(() => loadConfig({ ...needed, [name]: '30' })).toThrow(/0 \(keep all\) or 31/);
  });

  it('keeps the ledger for ever, or for as long as the logs of every plan, and at least 31 days', () => {
    const name = 'FLOWLEDGER_LEDGER_RETENTION_DAYS';
    const dir = { FLOWLEDGER_LEDGER_ARCHIVE_DIR: '/archive' };
    const logs = { FLOWLEDGER_LOG_RETENTION_DAYS: 'free=7,pro=30,team=90,enterprise=90' };
    expect(loadConfig(needed)[name]).toBe(0);
    expect(loadConfig({ ...needed, ...dir, ...logs, [name]: '90' })[name]).toBe(90);
    for (const [wrong, message] of [
      [{ ...dir, ...logs, [name]: '30' }, /0 \(keep for ever\) or 31 to 9999/],
      [{ ...dir, ...logs, [name]: '-1' }, /0 \(keep for ever\) or 31 to 9999/],
      [{ ...dir, ...logs, [name]: '89' }, /is 89, but .* for 90 days; set at least 90/],
      [{ ...dir, [name]: '90' }, /logs of pro, team, enterprise are kept for ever/],
      [{ ...logs, [name]: '90' }, /set FLOWLEDGER_LEDGER_ARCHIVE_DIR/],
    ] as const)
      expect(() => loadConfig({ ...needed, ...wrong })).toThrow(message);
  });

  it('trusts no proxy by default, and rejects an invalid or catch-all entry', () => {
    const name = 'FLOWLEDGER_TRUSTED_PROXIES';
    expect(loadConfig(needed)[name]).toEqual([]);
    expect(loadConfig({ ...needed, [name]: '10.0.0.7, fd00::/8' })[name]).toEqual([
      '10.0.0.7',
      'fd00::/8',
    ]);
    for (const wrong of ['true', '1', 'ingress.internal', '10.0.0.0/33', '0.0.0.0/0', '10.1/8/8'])
      expect(() => loadConfig({ ...needed, [name]: `10.0.0.7,${wrong}` })).toThrow(
        /FLOWLEDGER_TRUSTED_PROXIES\.1: must be addresses and CIDRs/,
      );
  });

  it('accepts a trigger URL only if it is an origin with its own host', () => {
    const name = 'FLOWLEDGER_TRIGGER_URL';
    const api = { FLOWLEDGER_PUBLIC_URL: 'https://flow.example/' };
    expect(loadConfig(needed)[name]).toBeUndefined();
    expect(loadConfig({ ...needed, ...api, [name]: 'https://run.example:8443/' })[name]).toBe(
      'https://run.example:8443',
    );
    for (const wrong of [
      'run.example',
      'ftp://run.example',
      'https://run.example/x',
      'https://A.b',
    ])
      expect(() => loadConfig({ ...needed, [name]: wrong })).toThrow(
        /FLOWLEDGER_TRIGGER_URL: must be an origin/,
      );
    expect(() => loadConfig({ ...needed, ...api, [name]: 'https://flow.example' })).toThrow(
      /FLOWLEDGER_TRIGGER_URL: must have another host/,
    );
  });

  it('has metrics on PORT unless they have a port of their own', () => {
    const name = 'FLOWLEDGER_OPS_PORT';
    expect(loadConfig(needed)[name]).toBeUndefined();
    expect(loadConfig({ ...needed, [name]: '9464' })[name]).toBe(9464);
    expect(loadConfig({ ...needed, PORT: '0', [name]: '0' })[name]).toBe(0);
    for (const [wrong, message] of [
      [{ PORT: '4000', [name]: '4000' }, /another port than PORT \(4000\)/],
      [{ [name]: '70000' }, /FLOWLEDGER_OPS_PORT/],
      [{ FLOWLEDGER_OPS_HOST: '::1' }, /FLOWLEDGER_OPS_HOST: only with FLOWLEDGER_OPS_PORT/],
    ] as const)
      expect(() => loadConfig({ ...needed, ...wrong })).toThrow(message);
  });

  it('has every variable in docs/reference/configuration.md', () => {
    const page = readFileSync(
      join(import.meta.dirname, '../../../docs/reference/configuration.md'),
      'utf8',
    );
    const names = Object.keys(loadConfig(needed));
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('the public URL of the api', () => {
  it.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ HOST: 'flow.internal', PORT: '80' }, 'http://flow.internal:80'],
    [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:3000'],
    [{ HOST: '::' }, 'http://127.0.0.1:3000'],
    [{ HOST: 'fd00::7' }, 'http://[fd00::7]:3000'],
    [{ HOST: '0.0.0.0', FLOWLEDGER_PUBLIC_URL: 'https://flow.example/' }, 'https://flow.example'],
  ])('with %j is %s', (environment, url) => {
    expect(publicUrlOf(loadConfig({ ...needed, ...environment }))).toBe(url);
  });
});

describe('the connection to Kafka', () => {
  it('is plain text by default', () => {
    expect(kafkaConnectionOf(loadConfig(needed))).toEqual({ brokers: ['a:9092', 'b:9092'] });
  });

  it('uses TLS with the system authorities or with PEM files', () => {
    expect(kafkaConnectionOf(loadConfig({ ...needed, KAFKA_SSL: 'true' })).ssl).toBe(true);
    const dir = mkdtempSync(join(tmpdir(), 'flowledger-config-'));
    try {
      const file = (name: string): string => {
        writeFileSync(join(dir, name), name);
        return join(dir, name);
      };
      const config = loadConfig({
        ...needed,
        KAFKA_SSL: 'true',
        KAFKA_SSL_CA_FILE: file('ca'),
        KAFKA_SSL_CERT_FILE: file('cert'),
        KAFKA_SSL_KEY_FILE: file('key'),
      });
      expect(kafkaConnectionOf(config).ssl).toEqual({ ca: 'ca', cert: 'cert', key: 'key' });
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it('uses a SASL user and password', () => {
    const config = loadConfig({
      ...needed,
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_SASL_USERNAME: 'runner',
      KAFKA_SASL_PASSWORD: 'secret',
    });
    expect(kafkaConnectionOf(config).sasl).toEqual({
      mechanism: 'scram-sha-512',
      username: 'runner',
      password: 'secret',
    });
  });

  it.each([
    [{ KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'u' }, /KAFKA_SASL_PASSWORD/],
    [{ KAFKA_SASL_USERNAME: 'u' }, /KAFKA_SASL_USERNAME/],
    [{ KAFKA_SSL: 'true', KAFKA_SSL_CERT_FILE: 'c' }, /KAFKA_SSL_KEY_FILE/],
    [{ KAFKA_SSL_CA_FILE: 'c' }, /only with KAFKA_SSL=true/],
    [{ KAFKA_SASL_MECHANISM: 'gssapi' }, /KAFKA_SASL_MECHANISM/],
  ])('rejects %j', (wrong, message) => {
    expect(() => loadConfig({ ...needed, ...wrong })).toThrow(message);
  });
});
