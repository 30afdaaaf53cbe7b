/** Polls a condition instead of sleeping for a fixed time; the limit only ends a hopeless wait. */
export async function eventually<T>(
  what: string,
  probe: () => T | Promise<T>,
  options: { readonly withinMs?: number } = {},
): Promise<NonNullable<T>> {
  const deadline = performance.now() + (options.withinMs ?? 90_000);
  for (;;) {
    const value = await probe();
    if (value !== null && value !== undefined && value !== false) return value;
    if (performance.now() > deadline) throw new Error(`waited in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
