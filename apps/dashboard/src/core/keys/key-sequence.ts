/** Which action the pressed keys mean. `g e` is two keys, one after the other within a second. */
export interface Press {
  readonly key: string;
  readonly hasModifier: boolean;
  readonly atMs: number;
}

export interface KeyState {
  readonly first: string | null;
  readonly atMs: number;
}

export const noKeys: KeyState = { first: null, atMs: 0 };
const patienceMs = 1_000;

export function pressed(
  state: KeyState,
  press: Press,
  known: readonly string[],
): { readonly state: KeyState; readonly keys: string | null } {
  if (press.hasModifier) {
    const keys = `mod ${press.key.toLowerCase()}`;
    return { state: noKeys, keys: known.includes(keys) ? keys : null };
  }
  const isSecond = state.first !== null && press.atMs - state.atMs <= patienceMs;
  const both = `${state.first ?? ''} ${press.key}`;
  if (isSecond && known.includes(both)) return { state: noKeys, keys: both };
  if (known.includes(press.key)) return { state: noKeys, keys: press.key };
  const begins = known.some((keys) => keys.startsWith(`${press.key} `));
  return { state: begins ? { first: press.key, atMs: press.atMs } : noKeys, keys: null };
}
