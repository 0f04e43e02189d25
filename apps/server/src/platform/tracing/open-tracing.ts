import type { SamplerName } from './sampler-names.ts';
import type { Tracing } from './tracing.ts';

export interface TracingSettings {
  /** Of a collector that speaks OTLP over HTTP; traces go to `v1/traces` below it. */
  endpoint: string;
  serviceName: string;
  sampler: SamplerName;
  /** How many of all traces, where the sampler takes a share. */
  share: number;
}

/** The libraries are read only where traces are wanted. */
export async function openTracing(settings: TracingSettings, version: string): Promise<Tracing> {
  const { createOpenTelemetry } = await import('./open-telemetry.ts');
  return createOpenTelemetry(settings, version);
}
