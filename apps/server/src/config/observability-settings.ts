import { z } from 'zod';
import { isLoopback } from '../platform/http/origin-checks.ts';
import type { TracingSettings } from '../platform/observability/telemetry.ts';
import { type ReadVariable, refuse } from './read-variables.ts';
import {
  bareHttpAddress,
  listeningPort,
  listeningPortSentence,
  type port,
} from './value-schemas.ts';

interface MonitoringSettings {
  /** For metrics and probes only. */
  listener: { host: string; port: number } | undefined;
  token: string | undefined;
}

export const monitoringVariables = {
  METRICS_PORT: [listeningPort, listeningPortSentence],
  METRICS_TOKEN: [
    z.string().regex(/^[\x21-\x7e]{16,200}$/),
    'at least 16 letters, digits or signs without spaces',
  ],
} as const;

type ReadMonitoring = ReadVariable<
  typeof monitoringVariables & { PORT: readonly [typeof port, string] }
>;

export function monitoringSettings(read: ReadMonitoring): MonitoringSettings {
  const listener = read('METRICS_PORT');
  const ownPort = read('PORT') ?? 3000;
  const token = read('METRICS_TOKEN');
  if (listener && listener.port !== 0 && listener.port === ownPort) {
    refuse('METRICS_PORT must not be PORT, because each needs a port of its own.');
  }
  if (listener && !token && !isLoopback(listener.host)) {
    refuse(
      'METRICS_TOKEN must be set when METRICS_PORT is not on loopback, because anyone could read the metrics.',
    );
  }
  return { listener, token };
}

export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    bareHttpAddress,
    'the http or https address of an OpenTelemetry collector, without a password or a query',
  ],
} as const;

/** Undefined if no traces are sent. */
export function tracingSettings(
  read: ReadVariable<typeof tracingVariables>,
): TracingSettings | undefined {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  return endpoint === undefined ? undefined : { endpoint };
}
