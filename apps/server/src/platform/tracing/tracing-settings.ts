/** As OpenTelemetry names them. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
type SamplerName = (typeof samplers)[number];

export interface TracingSettings {
  /** Of a collector that speaks OTLP over HTTP; traces go to `v1/traces` below it. */
  endpoint: string;
  serviceName: string;
  sampler: SamplerName;
  /** How many of all traces, where the sampler takes a share. */
  share: number;
}
