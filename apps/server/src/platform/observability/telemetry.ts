import type { Dependency } from './outages.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type AttributeValue = string | number | boolean;

export type SpanAttributes = Readonly<Record<string, AttributeValue | undefined>>;

export interface TraceSpan {
  readonly traceId: string;
  rename(name: string): void;
  setAttributes(attributes: SpanAttributes): void;
  /** The reason must be a constant of the program. */
  fail(reason: string): void;
}

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer';
  attributes?: SpanAttributes;
  /** The parent span from the headers of the caller; only for trusted callers. */
  caller?: { traceparent: string; tracestate?: string | undefined };
}

/** Names and attributes must not contain personal data. */
export interface Tracing {
  /** Runs `work` in a child span of the current one; an error marks the span as failed. */
  inSpan<T>(name: string, options: SpanOptions, work: (span: TraceSpan) => Promise<T>): Promise<T>;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/** Code or name of an error, without its message. */
export function nameOfError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z\d_]{4,40}$/.test(code) ? code : error.name;
}

export interface TracingSettings {
  /** Base URL of a collector with OTLP over HTTP. */
  endpoint: string;
}

/** `held_back`: delayed by a rate limit. */
export type MailOutcome = 'accepted' | 'refused' | 'postponed' | 'held_back';

/** Counts events of this process. Labels are constants of the program, never personal data. */
export interface Meter {
  requestAnswered(method: string, route: string, status: number, seconds: number): void;
  jobEnded(job: string, outcome: 'done' | 'failed', seconds: number): void;
  mailHandedOver(outcome: MailOutcome): void;
  outageStarted(dependency: Dependency): void;
  outageEnded(dependency: Dependency): void;
}

/**
 * Returns a known method or `other`. Clients may send any method, and each label creates a series.
 */
export function methodLabel(method: string): string {
  return methods.has(method) ? method : 'other';
}

/** Returns the class of a status, such as `2xx` for 204. */
export function statusClass(status: number): string {
  return status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other';
}
