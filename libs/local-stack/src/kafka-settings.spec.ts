import { describe, expect, it } from '@jest/globals';
import { asContainerEnvironment, serverProperties } from './kafka-settings.js';

describe('serverProperties', () => {
  const text = serverProperties({ clientPort: 1111, controllerPort: 2222 }, '/data');

  it('listens on loopback only', () => {
    expect(text).toContain('listeners=PLAINTEXT://127.0.0.1:1111,CONTROLLER://127.0.0.1:2222\n');
  });

  it('uses the dynamic quorum', () => {
    expect(text).toContain('controller.quorum.bootstrap.servers=127.0.0.1:2222\n');
    expect(text).not.toContain('controller.quorum.voters');
  });
});

describe('asContainerEnvironment', () => {
  it('spells names as the official image reads them', () => {
    expect(asContainerEnvironment({ 'group.initial.rebalance.delay.ms': 0 })).toEqual({
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    });
  });
});
