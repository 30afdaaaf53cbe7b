/**
 * Streaming decompression. The caller sets the bounds: output arrives in pieces of at most 16 KiB
 * and can be stopped after any of them.
 */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** More layers than this are an attack, not an encoding. */
const maxLayers = 3;

/**
 * Content codings to undo, last applied first. Null when one is unknown or there are too many: the
 * body is then passed on as it is.
 */
export function contentCodings(
  header: string | readonly string[] | undefined,
): readonly string[] | null {
  const names = (typeof header === 'string' ? header : (header ?? []).join(','))
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse();
  const known = names.every((name) => ['gzip', 'x-gzip', 'deflate', 'br'].includes(name));
  return known && names.length <= maxLayers ? names : null;
}

function decoderFor(coding: string, firstByte: number): Transform {
  if (coding === 'br') return createBrotliDecompress();
  if (coding !== 'deflate') return createGunzip();
  // Servers disagree on whether `deflate` has the zlib wrapper; its first byte tells.
  return (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

export interface BodyDecoder {
  /** False: wait for `onDrain` before the next write. */
  write(chunk: Buffer): boolean;
  end(): void;
  destroy(): void;
}

export interface BodyDecoderEvents {
  onData(chunk: Buffer): void;
  onDrain(): void;
  onEnd(): void;
  onError(error: Error): void;
}

/** @param firstByte of the encoded body; an empty body needs no decoder */
export function createBodyDecoder(
  codings: readonly [string, ...string[]],
  firstByte: number,
  events: BodyDecoderEvents,
): BodyDecoder {
  const first = decoderFor(codings[0], firstByte);
  const layers = [first, ...codings.slice(1).map((coding) => decoderFor(coding, 0x78))];
  const last = layers.reduce((from, to) => from.pipe(to));
  for (const layer of layers) layer.on('error', events.onError);
  first.on('drain', events.onDrain);
  last.on('data', events.onData);
  last.on('end', events.onEnd);
  return {
    write: (chunk) => first.write(chunk),
    end: () => first.end(),
    destroy: () => {
      for (const layer of layers) layer.destroy();
    },
  };
}
