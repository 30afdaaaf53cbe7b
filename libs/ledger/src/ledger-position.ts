/**
 * The ledger position from which a takeover must fold. Each open request and each open control
 * command keeps the position at its first admission; the oldest one's is committed with its offset
 * (decision 7). Pure.
 */

/** With the claim in force there. */
export interface LedgerPosition {
  readonly offset: number;
  readonly claimOffset: number;
}

/** Commit metadata: short, versioned JSON. */
export const encodePosition = (position: LedgerPosition): string =>
  JSON.stringify({ v: 1, l: position.offset, c: position.claimOffset });

/** Absent or unreadable metadata means the start of the log, never the end. */
export function decodePosition(metadata: string | undefined): LedgerPosition {
  const start: LedgerPosition = { offset: 0, claimOffset: -1 };
  if (metadata === undefined || metadata === '') return start;
  try {
    const { v, l, c } = JSON.parse(metadata) as { v?: unknown; l?: unknown; c?: unknown };
    return v === 1 && Number.isInteger(l) && Number.isInteger(c)
      ? { offset: l as number, claimOffset: c as number }
      : start;
  } catch {
    return start;
  }
}

/**
 * Where a takeover folds from: the earlier of what open requests and open commands need.
 * @param commands metadata of the control partition's commit; empty while no command is open
 */
export function earlierPosition(
  requests: LedgerPosition,
  commands: string | undefined,
): LedgerPosition {
  if (commands === undefined || commands === '') return requests;
  const position = decodePosition(commands);
  return position.offset < requests.offset ? position : requests;
}
