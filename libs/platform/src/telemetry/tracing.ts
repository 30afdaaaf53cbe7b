/**
 * Traces as the apps see them: spans that refer to each other by W3C `traceparent` texts. Off
 * unless opted in (`startTelemetry`), and then free: every call returns at once, and OpenTelemetry
 * is not loaded.
 */
import { createHash } from 'node:crypto';

export type SpanKind = 'server' | 'client' | 'internal';
type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  /** Traceparent of the parent span; null begins a trace. */
  readonly parent: string | null;
  readonly attributes?: SpanAttributes;
}

interface PastSpan extends SpanStart {
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** 16 hex digits; lets a span that is recorded again keep its identity. */
  readonly spanId?: string;
  /** One sentence, when it failed. */
  readonly error?: string | undefined;
}

export interface SpanEnd {
  /** Replaces the name given at the start. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  readonly error?: string | undefined;
}

export interface LiveSpan {
  /** The parent for everything that the span causes. */
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
