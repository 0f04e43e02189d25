import { z } from 'zod';
import { samplers, type TracingSettings } from '../platform/tracing/tracing-settings.ts';
import type { ReadVariable } from './read-variables.ts';
import { bareHttpAddress } from './value-schemas.ts';

/** The names that OpenTelemetry gives them everywhere. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    bareHttpAddress,
    'the http or https address of an OpenTelemetry collector, without a password or a query',
  ],
  OTEL_SERVICE_NAME: [z.string().regex(/^\S{1,100}$/), 'a name without spaces'],
  OTEL_TRACES_SAMPLER: [z.enum(samplers), samplers.join(', ').replace(/, ([^,]+)$/, ' or $1')],
  OTEL_TRACES_SAMPLER_ARG: [
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number)
      .refine((value) => value <= 1),
    'a number between 0 and 1',
  ],
} as const;

type Read = ReadVariable<typeof tracingVariables>;

/** Undefined where no traces are sent. */
export function tracingSettings(read: Read): TracingSettings | undefined {
  const settings = {
    serviceName: read('OTEL_SERVICE_NAME') ?? 'zavet',
    sampler: read('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on',
    share: read('OTEL_TRACES_SAMPLER_ARG') ?? 1,
  } as const;
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  return endpoint === undefined ? undefined : { endpoint, ...settings };
}
