import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { holderOf, listeningInodes } from './port-holder.js';

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4242 1 0000000000000000 100 0 0 10 0
   1: 0100007F:0BB8 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 4343 1 0000000000000000 20 4 30 10 -1
   2: 00000000:1538 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4444 1 0000000000000000 100 0 0 10 0`;

describe('who holds a port', () => {
  it('is read from the sockets that listen on it', () => {
    expect(listeningInodes(table, 3_000)).toEqual(['4242']);
    expect(listeningInodes(table, 5_432)).toEqual(['4444']);
    expect(listeningInodes(table, 80)).toEqual([]);
    expect(listeningInodes('', 80)).toEqual([]);
  });

  it('is named with its process', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    // Other systems need lsof, which may be missing.
    const expected = process.platform === 'linux' ? `(process ${process.pid})` : '';
    expect(holderOf(port) ?? '').toContain(expected);
    server.close();
    await once(server, 'close');
    expect(holderOf(port)).toBeNull();
  });
});
