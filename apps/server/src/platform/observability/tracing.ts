/** Names of OpenTelemetry. */
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
  /** The caller's span from its headers; only of trusted callers. */
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

type SamplerName = (typeof samplers)[number];

export interface TracingSettings {
  /** Base URL of a collector with OTLP over HTTP. */
  endpoint: string;
  serviceName: string;
  sampler: SamplerName;
  /** For ratio samplers. */
  share: number;
}
