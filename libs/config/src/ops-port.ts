/**
 * The port of metrics and of readiness with its reasons. Without it both stay on PORT, as in
 * earlier releases.
 */
import { z } from 'zod';

export const opsVariables = {
  /** 0: any free port. */
  FLOWLEDGER_OPS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  /** Default: HOST. */
  FLOWLEDGER_OPS_HOST: z.string().min(1).optional(),
};

interface Ports {
  readonly PORT: number;
  readonly FLOWLEDGER_OPS_PORT?: number | undefined;
  readonly FLOWLEDGER_OPS_HOST?: string | undefined;
}

/** Contradictions between the settings, one sentence per variable. */
export function opsProblems({
  PORT,
  FLOWLEDGER_OPS_PORT: port,
  FLOWLEDGER_OPS_HOST: host,
}: Ports): readonly string[] {
  if (port === undefined)
    return host === undefined ? [] : ['FLOWLEDGER_OPS_HOST: only with FLOWLEDGER_OPS_PORT'];
  if (port === 0 || port !== PORT) return [];
  return [`FLOWLEDGER_OPS_PORT: must be another port than PORT (${PORT})`];
}
