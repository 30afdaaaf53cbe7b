import { describe, expect, it } from '@jest/globals';
import { asContainerEnvironment, serverProperties } from './kafka-settings.js';

describe('serverProperties', () => {
  const text = serverProperties([{ clientPort: 1111, controllerPort: 2222 }], 1, '/data');

  it('listens on loopback only', () => {
    expect(text).toContain('listeners=PLAINTEXT://127.0.0.1:1111,CONTROLLER://127.0.0.1:2222\n');
  });

  it('uses the dynamic quorum', () => {
    expect(text).toContain('controller.quorum.bootstrap.servers=127.0.0.1:2222\n');
    expect(text).not.toContain('controller.quorum.voters');
  });
});

describe('serverProperties of a directory with special characters', () => {
  it('escapes backslashes and non-ASCII characters for Java', () => {
    const text = serverProperties([{ clientPort: 1, controllerPort: 2 }], 1, '/a\\b ü/📁');
    expect(text).toContain('log.dirs=/a\\u005cb \\u00fc/\\ud83d\\udcc1\n');
  });
});

describe('serverProperties of one of three nodes', () => {
  const nodes = [1, 2, 3].map((n) => ({ clientPort: 1000 + n, controllerPort: 2000 + n }));
  const text = serverProperties(nodes, 2, '/data');

  it('lists all controllers and uses its own ports', () => {
    expect(text).toContain('node.id=2\n');
    expect(text).toContain(
      'controller.quorum.bootstrap.servers=127.0.0.1:2001,127.0.0.1:2002,127.0.0.1:2003\n',
    );
    expect(text).toContain('advertised.listeners=PLAINTEXT://127.0.0.1:1002\n');
  });

  it('requires two of three replicas for an acknowledgement', () => {
    expect(text).toContain('min.insync.replicas=2\n');
    expect(text).toContain('offsets.topic.replication.factor=3\n');
    expect(text).not.toContain('offsets.topic.replication.factor=1\n');
  });
});

describe('asContainerEnvironment', () => {
  it('names settings as the official image expects them', () => {
    expect(asContainerEnvironment({ 'group.initial.rebalance.delay.ms': 0 })).toEqual({
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    });
  });
});
