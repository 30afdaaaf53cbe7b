/**
 * Whether a JSON value is nested deeper than `levels`. It recurses no further, because a deeply
 * nested value could exhaust the stack.
 */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((inner) => isDeeperThan(levels - 1, inner));
  for (const name in value)
    if (isDeeperThan(levels - 1, (value as Record<string, unknown>)[name])) return true;
  return false;
}
