/** This device first, then those that were seen last. */
import type { Operations } from '@libs/client';

type Device = Operations['listSessions']['answer']['data'][number];

export const inOrder = (devices: readonly Device[]): readonly Device[] =>
  devices.toSorted(
    (a, b) =>
      Number(b.current) - Number(a.current) || Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt),
  );
