import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolState } from '../database/engine.ts';
import type { MetricsText } from '../http/metrics-page.ts';
import type { Dependency } from './outages.ts';
import { type Meter, methodLabel, statusClass } from './telemetry.ts';

/** A gauge that is read per request: one value, or one per label. */
export interface Metric {
  name: string;
  help: string;
  labels?: readonly string[];
  values: readonly { value: number; labels?: Readonly<Record<string, string>> }[];
}

interface PrometheusOptions {
  /** Labels of `zavet_build_info`. */
  build: Readonly<Record<string, string>>;
  pools(): PoolState[];
  /** Error lines of the log by code. */
  errors: ReadonlyMap<string, number>;
  /** Reads the gauges for each request. */
  read(): Promise<Metric[]>;
}

export interface Prometheus extends Meter {
  write(): Promise<MetricsText>;
}

const requestSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const jobSeconds = [0.05, 0.25, 1, 5, 30, 120, 600];
/** Gauges with names of counters, which format checkers refuse. */
const misnamedGauges = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Errors that are counted from 0, because alerts need the counts from the start. */
const alertedErrors = [
  'audit_log_damaged',
  'clock_set_back',
  'clocks_apart',
  'owner_keys_damaged',
  'support_request_damaged',
];

export function createPrometheus({ build, pools, errors, read }: PrometheusOptions): Prometheus {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  for (const name of misnamedGauges) registry.removeSingleMetric(name);

  const requests = new Histogram({
    name: 'zavet_http_request_duration_seconds',
    help: 'Time until an answer began, by method, template of the route and class of the status.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers,
  });
  const jobs = new Histogram({
    name: 'zavet_job_duration_seconds',
    help: 'Time that a try of a job took, by kind of job and outcome.',
    labelNames: ['job', 'outcome'],
    buckets: jobSeconds,
    registers,
  });
  const mails = new Counter({
    name: 'zavet_mails_handed_over_total',
    help: 'Mails that this process gave to the mail server, by what became of them.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['accepted', 'refused', 'postponed', 'held_back'])
    mails.inc({ outcome }, 0);
  new Counter({
    name: 'zavet_errors_total',
    help: 'Error lines of the log, by code.',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const code of alertedErrors) this.inc({ code }, 0);
      for (const [code, count] of errors) this.inc({ code }, count);
    },
  });
  const unavailable = new Gauge({
    name: 'zavet_dependency_unavailable',
    help: '1 while this process cannot reach a dependency.',
    labelNames: ['dependency'],
    registers,
  });
  const outages = new Counter({
    name: 'zavet_outages_total',
    help: 'How often a dependency was away since the process started.',
    labelNames: ['dependency'],
    registers,
  });
  for (const dependency of ['database', 'file_storage', 'mail'] satisfies Dependency[]) {
    unavailable.set({ dependency }, 0);
    outages.inc({ dependency }, 0);
  }
  const buildNames = Object.keys(build);
  new Gauge({
    name: 'zavet_build_info',
    help: 'What runs here; always 1.',
    labelNames: buildNames,
    registers,
  }).set(build, 1);
  new Gauge({
    name: 'zavet_database_connections',
    help: 'Connections to the database by pool: in_use, idle, and callers waiting for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { name: pool, size, idle, waiting } of pools()) {
        this.set({ pool, state: 'in_use' }, size - idle);
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });

  return {
    requestAnswered: (method, route, status, seconds) =>
      requests.observe(
        { method: methodLabel(method), route, status: statusClass(status) },
        seconds,
      ),
    jobEnded: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    mailHandedOver: (outcome) => mails.inc({ outcome }),
    outageStarted: (dependency) => {
      unavailable.set({ dependency }, 1);
      outages.inc({ dependency });
    },
    outageEnded: (dependency) => unavailable.set({ dependency }, 0),
    write: async () => {
      const metrics = await read();
      // A new registry, so that a metric that cannot be read is missing instead of stale.
      const current = new Registry();
      for (const metric of metrics) addGauge(metric, current);
      const text = `${await registry.metrics()}\n${await current.metrics()}`;
      return { contentType: registry.contentType, text };
    },
  };
}

function addGauge({ name, help, labels = [], values }: Metric, registry: Registry): void {
  const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
  for (const { value, labels: named = {} } of values) gauge.set(named, value);
}
