/**
 * Traces as the apps see them: spans by W3C `traceparent` texts. Off unless opted in (`startTelemetry`), and then free: every call
 * answers at once and nothing of OpenTelemetry is loaded.
 */
import { createHash } from 'node:crypto';

export type SpanKind = 'server' | 'client' | 'internal';
type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  /** Traceparent of what it belongs to; null begins a trace. */
  readonly parent: string | null;
  readonly attributes?: SpanAttributes;
}

/** A span that already happened. */
interface PastSpan extends SpanStart {
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** 16 hex digits; a span that is recorded again keeps its identity. */
  readonly spanId?: string;
  /** One sentence, when it failed. */
  readonly error?: string | undefined;
}

export interface SpanEnd {
  /** A better name than the first one. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  readonly error?: string | undefined;
}

export interface LiveSpan {
  /** For whatever is caused by it. */
  readonly traceparent: string;
  end(end: SpanEnd): void;
}

export interface Tracing {
  readonly enabled: boolean;
  /** Null when tracing is off. */
  start(span: SpanStart): LiveSpan | null;
  record(span: PastSpan): void;
}

export const noTracing: Tracing = {
  enabled: false,
  start: () => null,
  record: () => undefined,
};

/** The same text gives the same id, in every process. */
export const spanIdFor = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The same trace with another parent. */
export const withSpanId = (traceparent: string, spanId: string): string =>
  `${traceparent.slice(0, 36)}${spanId}${traceparent.slice(52)}`;
