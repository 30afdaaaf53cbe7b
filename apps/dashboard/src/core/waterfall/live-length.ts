const firstLengthMs = 1_000;

/**
 * How much time the axis of a running execution shows: the next round length, so that bars move
 * when it doubles and not with every frame.
 */
export function liveLength(workMs: number): number {
  let shownMs = firstLengthMs;
  while (shownMs < workMs * 1.05) shownMs *= 2;
  return shownMs;
}
