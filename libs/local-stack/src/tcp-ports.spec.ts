import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { freePorts, isPortCollision } from './tcp-ports.js';

describe('freePorts', () => {
  it('gives different ports', async () => {
    const ports = await freePorts(5);
    expect(new Set(ports).size).toBe(5);
  });

  it('gives the wanted port when it is free', async () => {
    const [earlier] = await freePorts(1);
    await expect(freePorts(1, [earlier!])).resolves.toEqual([earlier]);
  });

  it('gives another port when the wanted one is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const taken = (server.address() as AddressInfo).port;
    const [port] = await freePorts(1, [taken]);
    expect(port).not.toBe(taken);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('isPortCollision', () => {
  it.each([
    'org.apache.kafka.common.KafkaException: Socket server failed to bind to 127.0.0.1:9: Address already in use.',
    'ERROR Unable to start acceptor for ListenerName(CONTROLLER)',
    'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use',
  ])('is true for %s', (logText) => {
    expect(isPortCollision(logText)).toBe(true);
  });

  it('is false for another failure', () => {
    expect(isPortCollision('java.lang.OutOfMemoryError: Java heap space')).toBe(false);
  });
});
