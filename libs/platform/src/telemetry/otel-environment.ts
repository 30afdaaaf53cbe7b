/** The standard OTEL_* variables that the SDK's classes do not read themselves. */
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `{ [option]: number }` when the variable holds a number. */
export function numberOf<N extends string>(
  environment: Environment,
  variable: string,
  option: N,
): Partial<Record<N, number>> {
  const value = Number(environment[variable] ?? Number.NaN);
  return Number.isFinite(value) ? ({ [option]: value } as Record<N, number>) : {};
}

/**
 * OTEL_TRACES_SAMPLER with its argument. The default follows the caller's decision and samples
 * every trace that begins here.
 */
export function samplerOf(environment: Environment): Sampler {
  const name = environment['OTEL_TRACES_SAMPLER'] ?? 'parentbased_always_on';
  const ratio = Number(environment['OTEL_TRACES_SAMPLER_ARG'] ?? 1);
  const roots: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = (roots[name.replace(/^parentbased_/, '')] ?? roots['always_on'])?.();
  if (root === undefined) throw new Error('unreachable');
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
