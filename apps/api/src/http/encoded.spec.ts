import { describe, expect, it } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { encodedText, encodingFor } from './encoded.js';

describe('encodingFor', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000 ,gzip ; q=0', 'identity'],
    ['br;q=0.01', 'br'],
    ['identity', 'identity'],
    ['*', 'identity'],
    ['', 'identity'],
    ['brotli, xgzip', 'identity'],
    [',;,;q=0,,', 'identity'],
    [undefined, 'identity'],
  ])('maps %p to %s', (header, encoding) => {
    expect(encodingFor(header)).toBe(encoding);
  });
});

describe('encodedText', () => {
  it('has the same text in each encoding', async () => {
    const text = 'ä'.repeat(10_000);
    const { identity, br, gzip } = await encodedText(text);
    expect(identity.toString()).toBe(text);
    expect(brotliDecompressSync(br).toString()).toBe(text);
    expect(gunzipSync(gzip).toString()).toBe(text);
    expect(Math.max(br.length, gzip.length)).toBeLessThan(1_000);
  });
});
