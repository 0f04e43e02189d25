import { z } from 'zod';
import { isLoopback } from '../platform/http/origin-checks.ts';
import { samplers, type TracingSettings } from '../platform/observability/telemetry.ts';
import { type ReadVariable, refuse } from './read-variables.ts';
import { bareHttpAddress, listeningAddress, port, portSentence } from './value-schemas.ts';

interface WatchSettings {
  /** For metrics and probes only. */
  port: number | undefined;
  host: string;
  token: string | undefined;
}

export const watchVariables = {
  METRICS_PORT: [port, portSentence],
  METRICS_HOST: [listeningAddress, 'an IP address or the name of a host, without a port'],
  METRICS_TOKEN: [
    z.string().regex(/^[\x21-\x7e]{16,200}$/),
    'at least 16 letters, digits or signs without spaces',
  ],
} as const;

type ReadWatch = ReadVariable<typeof watchVariables & { PORT: readonly [typeof port, string] }>;

export function watchSettings(read: ReadWatch): WatchSettings {
  const port = read('METRICS_PORT');
  const ownPort = read('PORT') ?? 3000;
  const host = read('METRICS_HOST') ?? '127.0.0.1';
  const token = read('METRICS_TOKEN');
  if (port !== undefined && port !== 0 && port === ownPort) {
    refuse('METRICS_PORT must not be PORT, because each needs a port of its own.');
  }
  if (port !== undefined && !token && !isLoopback(host)) {
    refuse(
      'METRICS_TOKEN must be set when METRICS_HOST is not an address of this machine alone, because anybody could read the figures.',
    );
  }
  return { port, host, token };
}

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

/** Undefined if no traces are sent. */
export function tracingSettings(
  read: ReadVariable<typeof tracingVariables>,
): TracingSettings | undefined {
  const settings = {
    serviceName: read('OTEL_SERVICE_NAME') ?? 'zavet',
    sampler: read('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on',
    share: read('OTEL_TRACES_SAMPLER_ARG') ?? 1,
  } as const;
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  return endpoint === undefined ? undefined : { endpoint, ...settings };
}
