import { statfs } from 'node:fs/promises';
import { notReadyReasons } from '@zavet/contract/service/service-endpoints';
import type { Logger } from 'pino';
import type { Configuration } from './config/configuration.ts';
import { createServiceMetrics } from './features/desk/service-status/service-metrics.ts';
import type { Database } from './platform/database/database.ts';
import {
  type DatabaseObserver,
  openDatabaseObserver,
} from './platform/database/database-observer.ts';
import type { RunningServer } from './platform/http/graceful-server.ts';
import { programVersion } from './platform/installation.ts';
import { type Outages, probeUntilAvailable } from './platform/observability/outages.ts';
import type { Metric, Prometheus } from './platform/observability/prometheus.ts';
import type { Tracing, TracingSettings } from './platform/observability/telemetry.ts';
import type { Product, ProductMonitoring } from './product.ts';

type MonitoredProduct = Pick<Product, 'ctx' | 'readiness' | 'pausedDomains'>;

/** Metrics and traces of a process. */
export interface Monitoring {
  product: ProductMonitoring;
  /** Opens the monitoring port and probes unavailable dependencies. */
  start(product: MonitoredProduct): Promise<void>;
  close(): Promise<void>;
}

interface LogSources {
  log: Logger;
  outages: Outages;
  /** Number of error lines of the log by code. */
  errors?: ReadonlyMap<string, number>;
}

export async function openMonitoring(
  configuration: Configuration,
  database: Database,
  { log, outages, errors = new Map() }: LogSources,
): Promise<Monitoring> {
  const { listener, token } = configuration.monitoring;
  const observer = openDatabaseObserver(database);
  const tracing = configuration.tracing && (await openTracing(configuration.tracing));
  let started: MonitoredProduct | undefined;
  const isMetered = listener !== undefined || token !== undefined;
  const meter = isMetered
    ? await openMeter(configuration, database, {
        ...{ observer, log, errors },
        product: () => started,
      })
    : undefined;
  if (meter) outages.listen({ started: meter.outageStarted, ended: meter.outageEnded });
  const isOnMainPort = meter && token !== undefined && !listener;
  const stopped = new AbortController();
  let monitoringPort: RunningServer | undefined;

  return {
    product: {
      observer,
      requests: { meter, tracing },
      jobs: { meter, tracing },
      mail: { meter, tracing, onReply: () => outages.markAvailable('mail', log) },
      metricsPage: isOnMainPort ? { token, write: meter.write } : undefined,
    },
    start: async (product) => {
      started = product;
      const { store } = product.ctx;
      const probes = { database: () => observer.ping(), file_storage: () => store.probe() };
      probeUntilAvailable(outages, probes, { log, signal: stopped.signal });
      if (!meter || !listener) return;
      const { openMonitoringPort } = await import('./platform/observability/monitoring-port.ts');
      monitoringPort = await openMonitoringPort({
        settings: { ...listener, token },
        notReadyReasons: product.readiness.reasonsAgainst,
        write: meter.write,
      });
      log.info(
        { code: 'metrics_listening', port: monitoringPort.port },
        'metrics and probes are served',
      );
    },
    close: async () => {
      stopped.abort();
      await monitoringPort?.stop();
      await tracing?.close();
      await observer.close();
    },
  };
}

/** Loads the libraries of traces and metrics only if configured. */
async function openTracing(settings: TracingSettings): Promise<Tracing> {
  const { createOpenTelemetry } = await import('./platform/observability/open-telemetry.ts');
  return createOpenTelemetry(settings, programVersion);
}

async function openMeter(
  { dataDir }: Configuration,
  database: Database,
  deps: {
    observer: DatabaseObserver;
    log: Logger;
    errors: ReadonlyMap<string, number>;
    product(): MonitoredProduct | undefined;
  },
): Promise<Prometheus> {
  const { createPrometheus } = await import('./platform/observability/prometheus.ts');
  const readMetrics = createServiceMetrics(deps.observer, deps.log);
  return createPrometheus({
    build: { version: programVersion, node: process.version },
    pools: database.pools,
    errors: deps.errors,
    read: async () => [
      ...(await readinessMetrics(deps.product())),
      ...(await diskMetrics(dataDir)),
      ...(await readMetrics()),
    ],
  });
}

async function readinessMetrics(product: MonitoredProduct | undefined): Promise<Metric[]> {
  const reasons = product ? await product.readiness.reasonsAgainst() : ['starting'];
  return [
    {
      name: 'zavet_not_ready',
      help: '1 for each reason why no work may be sent here.',
      labels: ['reason'],
      values: notReadyReasons.map((reason) => ({
        value: Number(reasons.includes(reason)),
        labels: { reason },
      })),
    },
    {
      name: 'zavet_mails_postponed',
      help: 'Mails that the mail server postponed since it last accepted or finally refused one.',
      values: [{ value: product?.ctx.postponedMails.count() ?? 0 }],
    },
    {
      name: 'zavet_mails_postponed_seconds',
      help: 'Seconds since the first of them.',
      values: [{ value: product?.ctx.postponedMails.seconds() ?? 0 }],
    },
    {
      name: 'zavet_mail_domains_paused',
      help: 'Domains that asked this process for fewer mails and get none for now.',
      values: [{ value: product?.pausedDomains() ?? 0 }],
    },
  ];
}

async function diskMetrics(dataDir: string): Promise<Metric[]> {
  const found = await statfs(dataDir).catch(() => undefined);
  if (!found) return [];
  return [
    {
      name: 'zavet_data_folder_free_bytes',
      help: 'Room left where DATA_DIR lies.',
      values: [{ value: found.bavail * found.bsize }],
    },
    {
      name: 'zavet_data_folder_bytes',
      help: 'Room in all where DATA_DIR lies.',
      values: [{ value: found.blocks * found.bsize }],
    },
  ];
}
