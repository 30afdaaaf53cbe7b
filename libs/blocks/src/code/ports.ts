/** Configured port names: unique, and none that the engine uses itself. */
import { z } from 'zod';

export const portName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -')
  .refine((port) => port !== 'error', '"error" is taken');

export function refuseRepeatedPorts(
  branches: readonly { readonly port: string }[],
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>();
  for (const [index, { port }] of branches.entries()) {
    if (seen.has(port)) {
      const message = `the port "${port}" exists twice; rename one`;
      context.addIssue({ code: 'custom', path: [index, 'port'], message });
    }
    seen.add(port);
  }
}
