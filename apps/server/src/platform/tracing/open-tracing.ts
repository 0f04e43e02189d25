import type { Tracing } from './tracing.ts';
import type { TracingSettings } from './tracing-settings.ts';

/** The libraries are read only where traces are wanted. */
export async function openTracing(settings: TracingSettings, version: string): Promise<Tracing> {
  const { createOpenTelemetry } = await import('./open-telemetry.ts');
  return createOpenTelemetry(settings, version);
}
