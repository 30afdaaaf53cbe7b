/** Keys as they are written on a keyboard: `mod k` is `Ctrl K`. The font has no ⌘. */
export function keysText(keys: string, isMac: boolean): string {
  return keys
    .split(' ')
    .map((key) => (key === 'mod' ? (isMac ? 'Cmd' : 'Ctrl') : key))
    .map((key, at, all) => {
      const isLetter = at > 0 && key.length === 1 && /^(Ctrl|Cmd)$/.test(all[0] ?? '');
      return isLetter ? key.toUpperCase() : key;
    })
    .join(' ');
}
