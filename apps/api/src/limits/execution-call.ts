/**
 * The limits that a call which starts an execution counts for. A caller of a trigger URL has no key
 * and could be anybody, so it meets more of them; the account's is the last.
 */
import type { AccountLimits, Plan, PlanLimits } from '@libs/persistence';
import type { WantedTokens } from './admission.js';
import type { LeasedWindow } from './leased-window.js';
import { largerThanBudget, rateLimited } from './limit-refusals.js';
import type { SharedWindows } from './shared-windows.js';

type ExecutionMode = 'sync' | 'async';

export interface CallingAccount {
  readonly accountId: string;
  readonly plan: Plan;
  /** Limits of the account that replace those of its plan. */
  readonly accountLimits: AccountLimits;
}

/** A caller of a trigger URL. */
export interface OpenCaller {
  readonly workflowId: string;
  /** Calls per minute by the trigger's own configuration, if it has a number. */
  readonly callsPerMinute: number | undefined;
  /** The caller's network; null when it proved the trigger's secret. */
  readonly network: string | null;
}

export interface ExecutionCall extends CallingAccount {
  readonly mode: ExecutionMode;
  /** Size of what the caller sent, or of an input that is stored once more. */
  readonly bytes: number;
  /** Null for a caller with an API key, and for starts by the service itself. */
  readonly open: OpenCaller | null;
}

type Windows = Pick<SharedWindows, 'of'>;

const bytesPerPoint = 1024;
/** A window's points are a Postgres `integer`. */
const mostPoints = 2_000_000_000;

/** The part of a limit that callers without a key may use; the rest is kept for others. */
export function openLimitOf(limit: number, keyedPercent: number): number {
  if (keyedPercent >= 100 || limit === 0) return 0;
  // A limit of one serves both kinds of callers.
  return Math.max(1, limit - Math.ceil((limit * keyedPercent) / 100));
}

const limitOf = (mode: ExecutionMode, limits: PlanLimits): number =>
  mode === 'sync' ? limits.syncExecutionsPerMinute : limits.asyncExecutionsPerMinute;

interface OpenPart {
  /** The account's window. */
  readonly whole: LeasedWindow;
  readonly limit: number;
  /** The window of callers without a key. */
  readonly open: LeasedWindow;
  readonly openLimit: number;
  readonly points: number;
  readonly what: string;
}

/** @throws ApiError 429 when only the part for callers with a key is left, as far as is known */
function openPart({ whole, limit, open, openLimit, points, what }: OpenPart): WantedTokens {
  const state = whole.state(limit);
  if (state.remaining - points < limit - openLimit) throw rateLimited(state, what);
  return { window: open, limit: openLimit, points, what };
}

function openTokens(
  { accountId, mode }: ExecutionCall,
  { workflowId, callsPerMinute, network }: OpenCaller,
  limits: PlanLimits,
  windows: Windows,
): WantedTokens[] {
  const limit = limitOf(mode, limits);
  const openLimit = openLimitOf(limit, limits.keyedPercent);
  const ofTrigger = Math.min(limits.triggerCallsPerMinute, callsPerMinute ?? Infinity);
  const ofAddress = limits.triggerCallsPerAddressPerMinute;
  const wanted: WantedTokens[] = [
    {
      ...{ window: windows.of('trigger', workflowId), limit: ofTrigger, points: 1 },
      what: `${ofTrigger} calls of this trigger per minute`,
    },
    openPart({
      ...{ whole: windows.of(mode, accountId), limit, points: 1 },
      ...{ open: windows.of(`${mode}-open`, accountId), openLimit },
      what: `${openLimit} ${mode}hronous executions per minute for callers without an API key`,
    }),
  ];
  // Last: a flood from many addresses makes no more rows than the other limits have calls.
  if (network !== null)
    wanted.push({
      ...{ window: windows.of('address', `${accountId}:${network}`), limit: ofAddress, points: 1 },
      what: `${ofAddress} calls per minute from one address that proves no secret`,
    });
  return wanted;
}

/** A body that counts for an account's bytes. */
interface SentBytes {
  readonly accountId: string;
  readonly bytes: number;
  /** Whether its sender has a key. */
  readonly isKeyed: boolean;
}

/** @throws ApiError 413 for more bytes than a whole minute's, 429 as `executionTokens` */
export function byteTokens(
  { accountId, bytes, isKeyed }: SentBytes,
  { requestBytesPerMinute: limitBytes, keyedPercent }: PlanLimits,
  windows: Windows,
): WantedTokens[] {
  if (limitBytes === null || bytes === 0) return [];
  const limit = Math.min(mostPoints, Math.floor(limitBytes / bytesPerPoint));
  const openLimit = openLimitOf(limit, keyedPercent);
  const points = Math.ceil(bytes / bytesPerPoint);
  const most = isKeyed ? limit : openLimit;
  if (points > most) throw largerThanBudget(most * bytesPerPoint);
  const whole = windows.of('bytes', accountId);
  const what = `${most * bytesPerPoint} bytes of request bodies per minute`;
  const tokens = { window: whole, limit, points, what: `${what} ("requestBytesPerMinute")` };
  if (isKeyed) return [tokens];
  const open = windows.of('bytes-open', accountId);
  const ofOpen = { whole, limit, open, openLimit, points };
  return [openPart({ ...ofOpen, what: `${what} for callers without an API key` }), tokens];
}

/** @throws ApiError 413, 429 when a limit is known to be reached */
export function executionTokens(
  call: ExecutionCall,
  limits: PlanLimits,
  windows: Windows,
): WantedTokens[] {
  const { accountId, mode, bytes, open } = call;
  const limit = limitOf(mode, limits);
  return [
    ...(open === null ? [] : openTokens(call, open, limits, windows)),
    ...byteTokens({ accountId, bytes, isKeyed: open === null }, limits, windows),
    {
      ...{ window: windows.of(mode, accountId), limit, points: 1 },
      what: `${limit} ${mode}hronous executions per minute`,
    },
  ];
}
