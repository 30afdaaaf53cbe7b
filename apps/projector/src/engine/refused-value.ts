/** SQLSTATE classes of values, limits and constraints: errors that no retry can fix. */
const refusedClasses = new Set(['22', '23', '54']);

export function isRefusedValue(error: unknown): error is Error & { readonly code: string } {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' && code.length === 5 && refusedClasses.has(code.slice(0, 2));
}
