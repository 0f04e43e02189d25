import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@zavet/contract/client';
import { sql } from 'drizzle-orm';
import { createBrowser } from '../../apps/server/test/browser.ts';
import type { Household } from './household.ts';
import type { KillableProcess } from './killable-process.ts';
import type { Stack } from './stack.ts';
import { type Fault, type Scene, until } from './trial.ts';

/** Processes that die at both ends of the waiting period and around a veto. */
export function waitingFaults(): Fault[] {
  return [
    ...['payment.before_commit', 'payment.ended'].map(atTheStart),
    ...['release.before_commit', 'release.done'].map(duringRelease),
    workerDownAtTheEnd(),
    duringPostponement('postpone.before_commit'),
    ...['stop.before_commit', 'stop.done'].map(duringVeto),
    vetoAtTheEnd(),
  ];
}

/** The rest of the waiting period after it was moved into the past. */
const leftMs = 4_000;

function atTheStart(point: string): Fault {
  return waiting({
    name: `begins, worker at ${point}`,
    prepare: ({ stack }) => stack.worker.dieAt({ point, passing: 1 }),
    disturb: async (scene) => {
      await death(scene, scene.stack.worker);
      await untilAllWait(scene);
      await skipWaitingPeriod(scene);
      scene.markFault();
    },
  });
}

function duringRelease(point: string): Fault {
  return waiting({
    name: `worker at ${point}`,
    disturb: async (scene) => {
      await untilAllWait(scene);
      scene.stack.worker.dieAt({ point, passing: 1 });
      await skipWaitingPeriod(scene);
      await death(scene, scene.stack.worker);
    },
  });
}

/** The worker is down at the end of the waiting period. */
function workerDownAtTheEnd(): Fault {
  return waiting({
    name: 'no worker at the end',
    disturb: async (scene) => {
      await untilAllWait(scene);
      scene.stack.worker.kill();
      await scene.stack.worker.death();
      await skipWaitingPeriod(scene);
      await pause(2 * leftMs);
      scene.markFault();
      await scene.stack.repair();
    },
  });
}

/**
 * A worker that was down for a day dies while it postpones releases; letters are released a day
 * later.
 */
function duringPostponement(point: string): Fault {
  return waiting({
    name: `worker down for a day, worker at ${point}`,
    disturb: async (scene) => {
      const { database } = scene.stack;
      await untilAllWait(scene);
      scene.stack.worker.dieAt({ point, passing: 1 });
      await database.rows(sql`
        insert into worker_heartbeats (id, seen_at) values (1, now() - interval '1 day')
        on conflict (id) do update set seen_at = excluded.seen_at`);
      await skipWaitingPeriod(scene);
      await death(scene, scene.stack.worker);
      await untilPostponed(scene);
      await database.rows(sql`
        update interruptions set started_at = started_at - interval '2 days',
          ended_at = ended_at - interval '2 days'`);
      await skipWaitingPeriod(scene);
      scene.markFault();
    },
  });
}

/** The server dies during the veto; the owner repeats it at the other one. */
function duringVeto(point: string): Fault {
  return waiting({
    name: `server at ${point}`,
    ending: 'vetoed',
    disturb: async (scene) => {
      const { stack } = scene;
      await untilAllWait(scene);
      await skipWaitingPeriod(scene);
      const [victim] = stack.servers;
      victim.dieAt({ point, passing: 1 });
      const vetoed = Promise.all(scene.households.map((household) => vetoByMail(stack, household)));
      await death(scene, victim);
      await vetoed;
      await nextCheckDone(scene);
    },
  });
}

/** Veto and release job coincide at the end, and the worker dies at a random moment. */
function vetoAtTheEnd(): Fault {
  return waiting({
    name: 'worker at a random moment, veto',
    ending: 'vetoed',
    disturb: async (scene) => {
      const { stack, random } = scene;
      await untilAllWait(scene);
      await skipWaitingPeriod(scene);
      const killed = pause(random.below(300)).then(() => stack.worker.kill());
      await Promise.all(scene.households.map((household) => vetoByMail(stack, household)));
      await killed;
      await death(scene, stack.worker);
      await nextCheckDone(scene);
    },
  });
}

function waiting(fault: Fault): Fault {
  return {
    ...fault,
    name: `waiting, ${fault.name}`,
    hasWaitingPeriod: true,
    waitsOnReturnPage: false,
  };
}

async function death({ stack, markFault }: Scene, victim: KillableProcess): Promise<void> {
  await victim.death();
  markFault();
  await stack.repair();
}

async function untilAllWait({ stack, households }: Scene): Promise<void> {
  for (const household of households) {
    await until(async () => (await statusOf(stack, household)) === 'waiting');
  }
}

async function untilPostponed({ stack: { database }, households }: Scene): Promise<void> {
  const owners = households.map(({ owner }) => owner.id);
  await until(async () => {
    const waiting = await database.rows(sql`
      select 1 from activation_requests where deceased_user_id in ${owners}
        and status = 'waiting' and release_at > now() + interval '23 hours'`);
    return waiting.length === owners.length;
  });
}

async function statusOf({ database }: Stack, { owner }: Household): Promise<string | undefined> {
  const [row] = await database.rows<{ status: string }>(sql`
    select status from activation_requests where deceased_user_id = ${owner.id}`);
  return row?.status;
}

/**
 * Moves the waiting period into the past but for some seconds, bypassing the trigger that refuses
 * an earlier release.
 */
async function skipWaitingPeriod({ stack: { database }, households }: Scene): Promise<void> {
  const owners = households.map(({ owner }) => owner.id);
  await database.transaction(async () => {
    await database.rows(sql`set local session_replication_role = replica`);
    await database.rows(sql`
      update activation_requests set
        release_at = now() + ${leftMs / 1000} * interval '1 second',
        waiting_since = now() + ${leftMs / 1000} * interval '1 second' - interval '1 day'
      where deceased_user_id in ${owners} and status = 'waiting'`);
  });
}

/** Waits for a run of the release job that began after the end of the waiting period. */
async function nextCheckDone({ stack: { database }, markFault }: Scene): Promise<void> {
  const [row] = await database.rows<{ now: string }>(
    sql`select (now() + ${leftMs / 1000} * interval '1 second')::text as now`,
  );
  await until(async () => {
    const [done] = await database.rows(sql`
      select 1 from pgboss.job where name = 'process-waiting-activations' and state = 'completed'
        and started_on > ${row?.now ?? ''}::timestamptz limit 1`);
    return done !== undefined;
  });
  markFault();
}

const retryPauseMs = 500;

/** Presses the button of the owner's mail until a server confirms the veto. */
async function vetoByMail(stack: Stack, household: Household): Promise<void> {
  const token = await mailedToken(stack, household);
  for (let turn = 0; ; turn++) {
    const url = stack.servers[turn % stack.servers.length]?.url() ?? '';
    try {
      const { is_vetoed } = await createBrowser(url).vetoProtocol({ body: { token } });
      if (is_vetoed) return;
      throw new Error('a veto was acknowledged without effect');
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) throw error;
      if (!(error instanceof ApiError) && !isNoAnswer(error)) throw error;
      await pause(retryPauseMs);
    }
  }
}

/** The server died meanwhile or is not up yet. */
function isNoAnswer(error: unknown): boolean {
  return error instanceof TypeError || (error as Error)?.name === 'NetworkError';
}

/** The mailed veto link of the open start. */
async function mailedToken({ database, ctx }: Stack, { owner }: Household): Promise<string> {
  const [link] = await database.rows<{ id: string }>(sql`
    select veto_links.id from veto_links
    inner join activation_requests on activation_requests.id = veto_links.activation_id
    where deceased_user_id = ${owner.id} and status in ('payment_pending', 'waiting')
    order by veto_links.created_at desc limit 1`);
  if (!link) throw new Error('there is no open start');
  return ctx.linkTokens.tokenOf(link.id);
}
