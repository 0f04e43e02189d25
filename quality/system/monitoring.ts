import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { type BenchServer, startServer } from '../bench/server.ts';
import { freePort, type Print, until } from './trial.ts';

const ours = (name: string) =>
  fileURLToPath(new URL(`../../packaging/monitoring/${name}`, import.meta.url));
const token = 'a-token-of-the-trial-alone';
const authorization = { headers: { authorization: `Bearer ${token}` } };

/** Our alerts and metrics in Debian's Prometheus. */
export async function monitoring(print: Print): Promise<void> {
  const prometheus = unpackPrometheus();
  const postgres = await startPostgresStandIn();
  let server: BenchServer | undefined;
  try {
    print(`Prometheus ${prometheus.version}`);
    prometheus.promtool(['check', 'rules', ours('alerts.yml')]);
    prometheus.promtool(['check', 'config', '--syntax-only', ours('prometheus.yml')]);
    prometheus.promtool(['test', 'rules', ours('alerts.test.yml')]);
    const alerts = everyAlertIsTested();
    print(`${alerts.length} alerts: each fires for its cause, none in a healthy service`);
    server = await startServer(await postgres.newDatabase('monitoring'), { METRICS_TOKEN: token });
    await checksMetricsPage(prometheus, server, print);
    await scrapesRunningServer(prometheus, server, alerts, print);
  } finally {
    await server?.stop();
    await prometheus.remove();
    await postgres.stop();
  }
}

function everyAlertIsTested(): string[] {
  const alerts = namesIn(ours('alerts.yml'), /^ +- alert: (\w+)$/gm);
  const tested = new Set(namesIn(ours('alerts.test.yml'), /^ +- name: (\w+)$/gm));
  const missing = alerts.filter((name) => !tested.has(name));
  if (missing.length > 0 || alerts.length === 0) throw new Error(`no test for ${missing}`);
  return alerts;
}

function namesIn(file: string, pattern: RegExp): string[] {
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name);
}

async function checksMetricsPage(
  { promtool }: PrometheusPackage,
  { url, client }: BenchServer,
  print: Print,
): Promise<void> {
  if ((await fetch(`${url}/metrics`)).status !== 404) throw new Error('metrics without a token');
  for (let call = 0; call < 20; call += 1) await client().getVersion({});
  const startedAt = performance.now();
  const page = await (await fetch(`${url}/metrics`, authorization)).text();
  const ms = Math.round(performance.now() - startedAt);
  const again = performance.now();
  await (await fetch(`${url}/metrics`, authorization)).text();
  const msAgain = Math.round(performance.now() - again);
  promtool(['check', 'metrics'], page);
  const series = page.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
  print(`a page of ${series} series: ${ms} ms, ${msAgain} ms at the second request`);
  const used = new Set(namesIn(ours('alerts.yml'), /\b((?:zavet|nodejs|process)_\w+)\b/g));
  // These exist only after their cause: a backup, a worker's heartbeat.
  const later = new Set([
    'zavet_backup_age_seconds',
    'zavet_backup_lost_files',
    'zavet_worker_heartbeat_age_seconds',
  ]);
  const missing = [...used].filter((name) => !later.has(name) && !page.includes(`\n${name}`));
  if (missing.length > 0) throw new Error(`alerts use missing metrics: ${missing}`);
}

interface QueryAnswer {
  data: { result: { value: [number, string] }[] };
}

interface RulesAnswer {
  data: { groups: { rules: { name: string; health: string; state: string }[] }[] };
}

async function scrapesRunningServer(
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
  const figureOf = async (query: string) => {
    const { data } = await ask<QueryAnswer>(`query?query=${encodeURIComponent(query)}`);
    return data.result[0]?.value[1];
  };
  const isValue = (query: string, wanted: string) => async () =>
    (await figureOf(query).catch(() => undefined)) === wanted;
  await until('a scrape of the server', isValue('up{job="zavet"}', '1'));
  await until('the build metric', isValue('max(zavet_build_info)', '1'));
  await until('the readiness metric', isValue('max(zavet_not_ready)', '0'));
  const rules = await until('an evaluation of every alert', async () => {
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
rule_files: ['${ours('alerts.yml')}']
scrape_configs:
  - job_name: zavet
    authorization: { credentials: '${token}' }
    static_configs: [{ targets: ['127.0.0.1:${port}'], labels: { role: server } }]
`;
}

/** Debian's Prometheus, unpacked: nothing is installed, and no service starts. */
export interface PrometheusPackage {
  folder: string;
  version: string;
  /** Returns the output of `promtool`; throws with it on failure. */
  promtool(args: string[], input?: string): string;
  /** Starts it with a configuration and returns the address of its API. */
  start(configuration: string): Promise<string>;
  remove(): Promise<void>;
}

function unpackPrometheus(): PrometheusPackage {
  const folder = mkdtempSync(join(tmpdir(), 'zavet-prometheus-'));
  const quietly = { cwd: folder, stdio: 'ignore' } as const;
  try {
    execFileSync('apt-get', ['download', 'prometheus'], quietly);
  } catch {
    execFileSync('apt-get', ['update'], quietly);
    execFileSync('apt-get', ['download', 'prometheus'], quietly);
  }
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  execFileSync('dpkg-deb', ['-x', file, '.'], quietly);
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
