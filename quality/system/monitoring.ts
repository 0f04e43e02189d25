import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { type BenchServer, startServer } from '../bench/server.ts';
import { freePort, type Print, waitFor } from './trial.ts';

const shippedFile = (name: string) =>
  fileURLToPath(new URL(`../../packaging/monitoring/${name}`, import.meta.url));
const token = 'a-token-of-the-trial-alone';
const authorization = { headers: { authorization: `Bearer ${token}` } };

/** Tests the shipped alerts and the metrics with Debian's Prometheus. */
export async function monitoring(print: Print): Promise<void> {
  const prometheus = unpackPrometheus();
  const postgres = await startPostgresStandIn();
  let server: BenchServer | undefined;
  try {
    print(`Prometheus ${prometheus.version}`);
    prometheus.promtool(['check', 'rules', shippedFile('alerts.yml')]);
    prometheus.promtool(['check', 'config', '--syntax-only', shippedFile('prometheus.yml')]);
    prometheus.promtool(['test', 'rules', shippedFile('alerts.test.yml')]);
    const alerts = listTestedAlerts();
    print(`${alerts.length} alerts: each fires for its cause, none in a healthy service`);
    server = await startServer(await postgres.newDatabase('monitoring'), { METRICS_TOKEN: token });
    await checkMetricsPage(prometheus, server, print);
    await checkScrape(prometheus, server, alerts, print);
  } finally {
    await server?.stop();
    await prometheus.remove();
    await postgres.stop();
  }
}

function listTestedAlerts(): string[] {
  const alerts = namesIn(shippedFile('alerts.yml'), /^ +- alert: (\w+)$/gm);
  const tested = new Set(namesIn(shippedFile('alerts.test.yml'), /^ +- name: (\w+)$/gm));
  const missing = alerts.filter((name) => !tested.has(name));
  if (missing.length > 0 || alerts.length === 0) throw new Error(`no test for ${missing}`);
  return alerts;
}

function namesIn(file: string, pattern: RegExp): string[] {
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name);
}

async function checkMetricsPage(
  { promtool }: PrometheusPackage,
  { url, client }: BenchServer,
  print: Print,
): Promise<void> {
  if ((await fetch(`${url}/metrics`)).status !== 404) throw new Error('metrics without a token');
  for (let call = 0; call < 20; call += 1) await client().getVersion({});
  const startedAt = performance.now();
  const page = await (await fetch(`${url}/metrics`, authorization)).text();
  const ms = Math.round(performance.now() - startedAt);
  const secondStartedAt = performance.now();
  await (await fetch(`${url}/metrics`, authorization)).text();
  const secondMs = Math.round(performance.now() - secondStartedAt);
  promtool(['check', 'metrics'], page);
  const series = page.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
  print(`a page of ${series} series: ${ms} ms, ${secondMs} ms at the second request`);
  const usedMetrics = new Set(
    namesIn(shippedFile('alerts.yml'), /\b((?:zavet|nodejs|process)_\w+)\b/g),
  );
  // These metrics appear only after a backup or a worker's heartbeat.
  const conditionalMetrics = new Set([
    'zavet_backup_age_seconds',
    'zavet_backup_lost_files',
    'zavet_worker_heartbeat_age_seconds',
  ]);
  const missing = [...usedMetrics].filter(
    (name) => !conditionalMetrics.has(name) && !page.includes(`\n${name}`),
  );
  if (missing.length > 0) throw new Error(`alerts use missing metrics: ${missing}`);
}

interface QueryAnswer {
  data: { result: { value: [number, string] }[] };
}

interface RulesAnswer {
  data: { groups: { rules: { name: string; health: string; state: string }[] }[] };
}

async function checkScrape(
  prometheus: PrometheusPackage,
  { url }: BenchServer,
  alerts: readonly string[],
  print: Print,
): Promise<void> {
  const configuration = join(prometheus.folder, 'trial.yml');
  writeFileSync(configuration, trialConfiguration(new URL(url).port));
  const api = await prometheus.start(configuration);
  const ask = async <Answer>(path: string) =>
    (await (await fetch(`${api}/api/v1/${path}`)).json()) as Answer;
  const queryValue = async (query: string) => {
    const { data } = await ask<QueryAnswer>(`query?query=${encodeURIComponent(query)}`);
    return data.result[0]?.value[1];
  };
  const isValue = (query: string, wanted: string) => async () =>
    (await queryValue(query).catch(() => undefined)) === wanted;
  await waitFor('a scrape of the server', isValue('up{job="zavet"}', '1'));
  await waitFor('the build metric', isValue('max(zavet_build_info)', '1'));
  await waitFor('the readiness metric', isValue('max(zavet_not_ready)', '0'));
  const rules = await waitFor('an evaluation of every alert', async () => {
    const answer = await ask<RulesAnswer>('rules').catch(() => undefined);
    const found = (answer?.data.groups ?? []).flatMap((group) => group.rules);
    return found.length === alerts.length && found.every(({ health }) => health === 'ok')
      ? found
      : undefined;
  });
  const firing = rules.filter(({ state }) => state === 'firing').map(({ name }) => name);
  if (firing.length > 0) throw new Error(`a healthy server fires ${firing}`);
  print(
    `a running server was scraped with its token; ${rules.length} alerts evaluated, none fires`,
  );
}

function trialConfiguration(port: string): string {
  return `
global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ['${shippedFile('alerts.yml')}']
scrape_configs:
  - job_name: zavet
    authorization: { credentials: '${token}' }
    static_configs: [{ targets: ['127.0.0.1:${port}'], labels: { role: server } }]
`;
}

/** Debian's Prometheus, unpacked without installing it or starting its service. */
export interface PrometheusPackage {
  folder: string;
  version: string;
  /** Runs `promtool` and returns its output; on failure throws an error with the output. */
  promtool(args: string[], input?: string): string;
  /** Starts Prometheus with a configuration and returns the address of its API. */
  start(configuration: string): Promise<string>;
  remove(): Promise<void>;
}

function unpackPrometheus(): PrometheusPackage {
  const folder = mkdtempSync(join(tmpdir(), 'zavet-prometheus-'));
  const quietOptions = { cwd: folder, stdio: 'ignore' } as const;
  try {
    execFileSync('apt-get', ['download', 'prometheus'], quietOptions);
  } catch {
    execFileSync('apt-get', ['update'], quietOptions);
    execFileSync('apt-get', ['download', 'prometheus'], quietOptions);
  }
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  execFileSync('dpkg-deb', ['-x', file, '.'], quietOptions);
  const program = (name: string) => join(folder, 'usr', 'bin', name);
  let running: ChildProcess | undefined;
  return {
    folder,
    version: decodeURIComponent(file.split('_')[1] ?? ''),
    promtool: (args, input) => {
      const { status, stdout, stderr } = spawnSync(program('promtool'), args, {
        encoding: 'utf8',
        ...(input !== undefined && { input }),
      });
      const output = `${stdout}${stderr}`.trim();
      if (status !== 0)
        throw new Error(`promtool ${args[0]} ${args[1]}: ${output.slice(0, 2_000)}`);
      return output;
    },
    start: async (configuration) => {
      const url = `127.0.0.1:${await freePort()}`;
      const options = [
        `--config.file=${configuration}`,
        `--storage.tsdb.path=${join(folder, 'figures')}`,
        `--web.listen-address=${url}`,
      ];
      running = spawn(program('prometheus'), options, { stdio: 'ignore' });
      return `http://${url}`;
    },
    remove: async () => {
      if (running && running.exitCode === null) {
        const ended = once(running, 'exit');
        running.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
