/**
 * Runs `lead` in one tab of the browser at a time. A browser allows six connections to an HTTP/1.1
 * server, so a stream a tab would make the seventh tab wait for ever.
 */
import { isFree, leaseIn, leaseMs, leaseText } from '../../core/live/lease.js';

/** Its signal is aborted when the tab closes or another one leads. It may end before. */
type Lead = (signal: AbortSignal, renew: () => void) => Promise<void>;

export function leadOneTab(name: string, lead: Lead, signal: AbortSignal): void {
  // Web Locks exist in secure contexts only.
  if ('locks' in navigator)
    navigator.locks
      .request(name, { signal }, () => lead(signal, () => undefined))
      .catch(() => undefined);
  else if (hasStorage()) leadByLease(name, lead, signal);
  else void lead(signal, () => undefined);
}

function hasStorage(): boolean {
  try {
    return localStorage.getItem('') === null;
  } catch {
    return false;
  }
}

const checkEveryMs = 2_000;
/** Two tabs that see a free lease at one moment both write it: the last one to write has it. */
const settleMs = 150;

function leadByLease(name: string, lead: Lead, signal: AbortSignal): void {
  const tab = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) =>
    part.toString(36),
  ).join('-');
  let leading: AbortController | null = null;
  let isOver = false;
  const held = () => leaseIn(localStorage.getItem(name));
  const renew = (): void =>
    localStorage.setItem(name, leaseText({ tab, untilMs: Date.now() + leaseMs }));
  const isMine = (): boolean => held()?.tab === tab;
  const stop = (): void => {
    leading?.abort();
    leading = null;
  };
  const start = (): void => {
    leading = new AbortController();
    const { signal: ownSignal } = leading;
    const renewOwn = (): void => {
      if (isMine()) renew();
    };
    void lead(ownSignal, renewOwn).then(() => {
      if (!ownSignal.aborted) isOver = true;
      if (isOver) leave();
    });
  };
  const check = (): void => {
    if (isOver) return;
    if (leading !== null && !isMine()) stop();
    else if (leading !== null) renew();
    else if (isFree(held(), Date.now())) {
      renew();
      setTimeout(() => {
        if (leading === null && isMine() && !signal.aborted) start();
      }, settleMs);
    }
  };
  const leave = (): void => {
    if (leading !== null && isMine()) localStorage.removeItem(name);
    stop();
  };
  // Also tells at once that another tab leads now, or that the one that led has left.
  const hear = ({ key }: StorageEvent): void => {
    if (key === name) check();
  };
  const timer = setInterval(check, checkEveryMs);
  window.addEventListener('storage', hear);
  window.addEventListener('pagehide', leave);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    window.removeEventListener('storage', hear);
    window.removeEventListener('pagehide', leave);
    leave();
  });
  check();
}
