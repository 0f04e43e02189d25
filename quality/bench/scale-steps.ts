import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '@zavet/contract/endpoints';
import { PgBoss } from 'pg-boss';
import { call } from './call.ts';
import { activate } from './legacies.ts';
import { signInAgain } from './owners.ts';
import { publicUrl, type Scene } from './scale-scene.ts';
import { onDatabase } from './server.ts';
import { createInstruction } from './vault.ts';

/** An action measured in milliseconds. */
export interface Step {
  name: string;
  rounds: number;
  run(scene: Scene, round: number): Promise<number>;
  /** Each round uses up an owner, so the rounds are limited. */
  consumes?: true;
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const pick = <T>(of: readonly T[], round: number): T => {
  const found = of[round % of.length];
  if (found === undefined) throw new Error('There is nothing to measure.');
  return found;
};

/** Measured requests of owners. */
export const requestSteps: Step[] = [
  {
    name: 'sign-in',
    rounds: 20,
    run: ({ server, owners }, round) => timed(() => signInAgain(server, pick(owners, round))),
  },
  {
    name: 'list',
    rounds: 200,
    run: ({ targets }, round) =>
      timed(() => call(pick(targets, round), endpoints.listInstructions)),
  },
  {
    name: 'search',
    rounds: 40,
    run: ({ targets }, round) =>
      timed(() =>
        call(pick(targets, round), endpoints.searchInstructions, { body: { query: 'завещание' } }),
      ),
  },
  {
    name: 'create',
    rounds: 200,
    run: ({ targets, contacts }, round) =>
      timed(() => createInstruction(pick(targets, round), pick(contacts, round))),
  },
  {
    name: 'dashboard',
    rounds: 60,
    run: ({ targets }, round) => timed(() => call(pick(targets, round), endpoints.getDashboard)),
  },
];

/** Measures from the payment until the letters of ten instructions are in the ledger. */
export const releaseStep = (rounds: number): Step => ({
  name: 'release',
  rounds,
  consumes: true,
  run: async (scene) => {
    const legacy = scene.legacies.shift();
    if (!legacy) throw new Error('Every protocol was started.');
    const heir = await signInAgain(scene.server, scene.heir);
    const target = { url: scene.server.url, cookie: heir.cookie };
    const paying = await timed(() => activate(target, publicUrl, heir, legacy));
    const [job] = await waitForJob(
      scene.databaseUrl,
      `name = 'send-deliveries' and data->>'activation_id' =
        (select id::text from activation_requests where deceased_user_id = $1)`,
      legacy.user_id,
    );
    return paying + (job?.ms ?? Number.NaN);
  },
});

/** Makes work due for the measured owners before each round of a job. */
const dueWork: Record<string, string> = {
  'run-check-ins': `
    insert into check_in_settings (user_id, frequency, seen_at, next_check_at)
    select id, 'monthly', now(), now() - interval '1 minute' from unnest($1::uuid[]) id
    on conflict (user_id) do update set next_check_at = excluded.next_check_at`,
  'remind-to-review': `update instruction_usage set next_review_check_at = now() - interval '1 minute'
    where user_id = any($1::uuid[])`,
  'remind-to-rehearse': `update rehearsal_reminders set next_check_at = now() - interval '1 minute'
    where user_id = any($1::uuid[])`,
};

/** Every scheduled job, as listed by the queue. */
export async function jobSteps({ databaseUrl }: Scene, rounds: number): Promise<Step[]> {
  const rows = await onDatabase(databaseUrl, (query) =>
    query('select name from pgboss.schedule order by name'),
  );
  const names = (rows as { name: string }[]).map(({ name }) => name);
  return [
    ...names.map((name) => jobStep(name, name, rounds)),
    ...Object.entries(dueWork).map(([name, due]) =>
      jobStep(`${name}, 20 owners due`, name, rounds, due),
    ),
  ];
}

function jobStep(name: string, job: string, rounds: number, due?: string): Step {
  return {
    name,
    rounds,
    run: async ({ databaseUrl, owners }) => {
      if (due) {
        const ids = owners.map(({ user_id }) => user_id);
        await onDatabase(databaseUrl, (query) => query(due, [ids]));
      }
      const boss = await bossOf(databaseUrl);
      // `is_extra_run` prevents the job from enqueueing its second run of the minute.
      const id = await boss.send(job, { is_extra_run: true });
      const [done] = await waitForJob(databaseUrl, 'id = $1::uuid', id ?? '');
      return done?.ms ?? Number.NaN;
    },
  };
}

const bosses = new Map<string, Promise<PgBoss>>();

function bossOf(databaseUrl: string): Promise<PgBoss> {
  const existing = bosses.get(databaseUrl);
  if (existing) return existing;
  const boss = new PgBoss({
    ...{ connectionString: databaseUrl, migrate: false, supervise: false, schedule: false },
  });
  const started = boss.start();
  bosses.set(databaseUrl, started);
  return started;
}

export async function closeQueues(): Promise<void> {
  for (const boss of bosses.values()) await (await boss).stop({ graceful: false });
  bosses.clear();
}

const timeoutMs = 120_000;

/** Waits for a job to end and returns its duration by the clock of the database. */
function waitForJob(
  databaseUrl: string,
  condition: string,
  value: string,
): Promise<{ ms: number }[]> {
  return onDatabase(databaseUrl, async (query) => {
    for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; ) {
      const rows = (await query(
        `select state, output::text, extract(epoch from completed_on - started_on)::float8 * 1000 as ms
         from pgboss.job where ${condition}`,
        [value],
      )) as { state: string; output: string; ms: number }[];
      if (rows.some(({ state }) => state === 'failed'))
        throw new Error(`A job failed: ${rows[0]?.output}`);
      if (rows.length > 0 && rows.every(({ state }) => state === 'completed')) return rows;
      await pause(10);
    }
    throw new Error(`No job has ended: ${condition} ${value}`);
  });
}
