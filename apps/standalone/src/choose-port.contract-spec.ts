import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigError } from '@libs/config';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { chooseOpsPort, choosePort } from './choose-port.js';

const host = '127.0.0.1';
let taken: Server;
let port: string;

beforeEach(async () => {
  taken = createServer().listen(0, host);
  await once(taken, 'listening');
  port = String((taken.address() as AddressInfo).port);
});
afterEach(() => void taken.close());

describe('the port to serve on', () => {
  it('is the requested one', async () => {
    taken.close();
    await once(taken, 'close');
    expect(await choosePort(port, host)).toEqual({ port, note: null });
  });

  it('is refused with a remedy when another process listens on it', async () => {
    const refused = choosePort(port, host);
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(`port ${port} of ${host} (EADDRINUSE): `);
    await expect(refused).rejects.toThrow('stop that process, or set another PORT');
  });

  it('is refused on an address of another host', async () => {
    await expect(choosePort('0', '192.0.2.1')).rejects.toThrow('HOST must be an address of');
  });

  it('is a free one when none is requested', async () => {
    for (const asked of ['0', undefined])
      expect(Number((await choosePort(asked, host)).port)).toBeGreaterThan(0);
  });

  it.each(['x', '70000'])('is passed on unchanged when it is no port: %s', async (asked) => {
    expect(await choosePort(asked, host)).toEqual({ port: asked, note: null });
    expect(await chooseOpsPort(asked, host)).toBe(asked);
  });
});

describe('the ops port', () => {
  it('is any free one that the process gets when it listens, unless somebody asked', async () => {
    expect(await chooseOpsPort(undefined, host)).toBe('0');
    taken.close();
    await once(taken, 'close');
    expect(await chooseOpsPort(port, host)).toBe(port);
  });

  it('is refused when somebody listens there or the address is not here, with what to do', async () => {
    const refused = chooseOpsPort(port, host);
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow('set another FLOWLEDGER_OPS_PORT');
    await expect(chooseOpsPort(undefined, '192.0.2.1')).rejects.toThrow('FLOWLEDGER_OPS_HOST must');
  });
});
