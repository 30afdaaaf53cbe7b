/** Sizes of payloads for people: `318 B`, `1.2 kB`, `4 MB`. */
const units = ['B', 'kB', 'MB', 'GB'] as const;

export function sizeText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${Number(value.toFixed(digits))} ${units[unit] ?? 'B'}`;
}
