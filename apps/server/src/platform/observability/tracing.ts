/** As OpenTelemetry names them. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

type AttributeValue = string | number | boolean;

export type SpanAttributes = Readonly<Record<string, AttributeValue | undefined>>;

/** Work that is being watched. */
export interface TraceSpan {
  readonly traceId: string;
  rename(name: string): void;
  note(attributes: SpanAttributes): void;
  /** It came to nothing, for a reason that is a word of the program. */
  failed(reason: string): void;
}

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer';
  attributes?: SpanAttributes;
  /** The caller's own span, as its headers name it; only from callers that are believed. */
  caller?: { traceparent: string; tracestate?: string | undefined };
}

/** Follows a piece of work through the process. Nothing of a person belongs into names and attributes. */
export interface Tracing {
  /** Runs work in a span below the current one; one that throws is marked by the name of its error. */
  inSpan<T>(name: string, options: SpanOptions, work: (span: TraceSpan) => Promise<T>): Promise<T>;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** What an error is called, without what it says. */
export function nameOfError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z\d_]{4,40}$/.test(code) ? code : error.name;
}

type SamplerName = (typeof samplers)[number];

export interface TracingSettings {
  /** Of a collector that speaks OTLP over HTTP; traces go to `v1/traces` below it. */
  endpoint: string;
  serviceName: string;
  sampler: SamplerName;
  /** How many of all traces, where the sampler takes a share. */
  share: number;
}
