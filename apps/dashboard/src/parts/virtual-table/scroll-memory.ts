/** Where each list was scrolled to, for as long as the tab is open, so that Back comes back. */
const mostLists = 50;
const offsets = new Map<string, number>();

export function rememberScroll(list: string, offsetPx: number): void {
  offsets.delete(list);
  offsets.set(list, offsetPx);
  const [oldest] = offsets.keys();
  if (offsets.size > mostLists && oldest !== undefined) offsets.delete(oldest);
}

export const rememberedScroll = (list: string): number => offsets.get(list) ?? 0;
