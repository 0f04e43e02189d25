import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { type BenchServer, startServer } from '../bench/server.ts';
import { type PrometheusPackage, unpackPrometheus, until } from './prometheus.ts';

type Say = (line: string) => void;

const ours = (name: string) =>
  fileURLToPath(new URL(`../../packaging/monitoring/${name}`, import.meta.url));
const token = 'a-token-of-the-trial-alone';
const authorization = { headers: { authorization: `Bearer ${token}` } };

/** Our alerts and our figures in the hands of Debian's Prometheus. */
export async function monitoring(say: Say): Promise<void> {
  const prometheus = unpackPrometheus();
  const postgres = await startPostgresStandIn();
  let server: BenchServer | undefined;
  try {
    say(`Prometheus ${prometheus.version}`);
    prometheus.promtool(['check', 'rules', ours('alerts.yml')]);
    prometheus.promtool(['check', 'config', '--syntax-only', ours('prometheus.yml')]);
    prometheus.promtool(['test', 'rules', ours('alerts.test.yml')]);
    const alerts = everyAlertIsTested();
    say(`${alerts.length} alerts: each fires for its cause, none in a quiet service`);
    server = await startServer(await postgres.newDatabase('monitoring'), { METRICS_TOKEN: token });
    await checksARealPage(prometheus, server, say);
    await readsARunningServer(prometheus, server, alerts, say);
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

async function checksARealPage(
  { promtool }: PrometheusPackage,
  { url, client }: BenchServer,
  say: Say,
): Promise<void> {
  if ((await fetch(`${url}/metrics`)).status !== 404) throw new Error('figures without a token');
  for (let call = 0; call < 20; call += 1) await client().getHealth({});
  const startedAt = performance.now();
  const page = await (await fetch(`${url}/metrics`, authorization)).text();
  const ms = Math.round(performance.now() - startedAt);
  const again = performance.now();
  await (await fetch(`${url}/metrics`, authorization)).text();
  const msAgain = Math.round(performance.now() - again);
  promtool(['check', 'metrics'], page);
  const series = page.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
  say(`a page of ${series} series: ${ms} ms, ${msAgain} ms when asked again`);
  const used = new Set(namesIn(ours('alerts.yml'), /\b((?:zavet|nodejs|process)_\w+)\b/g));
  // None of these is there before its cause: a backup, a worker's sign.
  const later = new Set(['zavet_backup_age_seconds', 'zavet_worker_sign_age_seconds']);
  const missing = [...used].filter((name) => !later.has(name) && !page.includes(`\n${name}`));
  if (missing.length > 0) throw new Error(`alerts use figures that are not there: ${missing}`);
}

interface QueryAnswer {
  data: { result: { value: [number, string] }[] };
}

interface RulesAnswer {
  data: { groups: { rules: { name: string; health: string; state: string }[] }[] };
}

async function readsARunningServer(
  prometheus: PrometheusPackage,
  { url }: BenchServer,
  alerts: readonly string[],
  say: Say,
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
  const isSo = (query: string, wanted: string) => async () =>
    (await figureOf(query)) === wanted ? wanted : undefined;
  await until('a scrape of the server', isSo('up{job="zavet"}', '1'));
  await until('a figure of the build', isSo('max(zavet_build_info)', '1'));
  await until('readiness', isSo('max(zavet_not_ready)', '0'));
  const rules = await until('an evaluation of every alert', async () => {
    const { data } = await ask<RulesAnswer>('rules');
    const found = data.groups.flatMap((group) => group.rules);
    return found.length === alerts.length && found.every(({ health }) => health === 'ok')
      ? found
      : undefined;
  });
  const firing = rules.filter(({ state }) => state === 'firing').map(({ name }) => name);
  if (firing.length > 0) throw new Error(`a healthy server fires ${firing}`);
  say(`a running server was scraped with its token; ${rules.length} alerts evaluated, none fires`);
}

function trialConfiguration(port: string): string {
  return `
global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ['${ours('alerts.yml')}']
scrape_configs:
  - job_name: zavet
    authorization: { credentials: '${token}' }
    static_configs: [{ targets: ['127.0.0.1:${port}'] }]
`;
}
