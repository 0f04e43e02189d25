import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@zavet/contract/client';
import { sql } from 'drizzle-orm';
import { createBrowser } from '../../apps/server/test/browser.ts';
import type { Household } from './household.ts';
import type { KillableProcess } from './killable-process.ts';
import type { Stack } from './stack.ts';
import { type Fault, type Scene, waitUntil } from './trial.ts';

/** A process dies at the start or end of the waiting period, or during a veto. */
export function waitingFaults(): Fault[] {
  return [
    ...['payment.before_commit', 'payment.ended'].map(killAtStart),
    ...['release.before_commit', 'release.done'].map(killDuringRelease),
    stopWorkerBeforeRelease(),
    killDuringPostponement('postpone.before_commit'),
    ...['veto.before_commit', 'veto.done'].map(killDuringVeto),
    vetoDuringRelease(),
  ];
}

/** Remaining time of a backdated waiting period. */
const remainingMs = 4_000;

function killAtStart(point: string): Fault {
  return waitingFault({
    name: `starts, worker at ${point}`,
    prepare: ({ stack }) => stack.worker.dieAt({ point, passing: 1 }),
    disturb: async (scene) => {
      await recoverFromDeath(scene, scene.stack.worker);
      await waitUntilAllWaiting(scene);
      await skipWaitingPeriod(scene);
      scene.markFault();
    },
  });
}

function killDuringRelease(point: string): Fault {
  return waitingFault({
    name: `worker at ${point}`,
    disturb: async (scene) => {
      await waitUntilAllWaiting(scene);
      scene.stack.worker.dieAt({ point, passing: 1 });
      await skipWaitingPeriod(scene);
      await recoverFromDeath(scene, scene.stack.worker);
    },
  });
}

/** The worker is down at the end of the waiting period. */
function stopWorkerBeforeRelease(): Fault {
  return waitingFault({
    name: 'no worker at the end',
    disturb: async (scene) => {
      await waitUntilAllWaiting(scene);
      scene.stack.worker.kill();
      await scene.stack.worker.waitForExit();
      await skipWaitingPeriod(scene);
      await pause(2 * remainingMs);
      scene.markFault();
      await scene.stack.repair();
    },
  });
}

/** A worker that was down for a day dies while it postpones releases by a day. */
function killDuringPostponement(point: string): Fault {
  return waitingFault({
    name: `worker down for a day, worker at ${point}`,
    disturb: async (scene) => {
      const { database } = scene.stack;
      await waitUntilAllWaiting(scene);
      scene.stack.worker.dieAt({ point, passing: 1 });
      await database.rows(sql`
        insert into worker_heartbeats (id, seen_at) values (1, now() - interval '1 day')
        on conflict (id) do update set seen_at = excluded.seen_at`);
      await skipWaitingPeriod(scene);
      await recoverFromDeath(scene, scene.stack.worker);
      await waitUntilPostponed(scene);
      await database.rows(sql`
        update interruptions set started_at = started_at - interval '2 days',
          ended_at = ended_at - interval '2 days'`);
      await skipWaitingPeriod(scene);
      scene.markFault();
    },
  });
}

/** The server dies during the veto, which the owner repeats at the other server. */
function killDuringVeto(point: string): Fault {
  return waitingFault({
    name: `server at ${point}`,
    ending: 'vetoed',
    disturb: async (scene) => {
      const { stack } = scene;
      await waitUntilAllWaiting(scene);
      await skipWaitingPeriod(scene);
      const [victim] = stack.servers;
      victim.dieAt({ point, passing: 1 });
      const vetoed = Promise.all(scene.households.map((household) => vetoByMail(stack, household)));
      await recoverFromDeath(scene, victim);
      await vetoed;
      await waitForNextCheck(scene);
    },
  });
}

/** The veto races with the release job, and the worker dies at a random moment. */
function vetoDuringRelease(): Fault {
  return waitingFault({
    name: 'worker at a random moment, veto',
    ending: 'vetoed',
    disturb: async (scene) => {
      const { stack, random } = scene;
      await waitUntilAllWaiting(scene);
      await skipWaitingPeriod(scene);
      const killed = pause(random.below(300)).then(() => stack.worker.kill());
      await Promise.all(scene.households.map((household) => vetoByMail(stack, household)));
      await killed;
      await recoverFromDeath(scene, stack.worker);
      await waitForNextCheck(scene);
    },
  });
}

function waitingFault(fault: Fault): Fault {
  return {
    ...fault,
    name: `waiting, ${fault.name}`,
    hasWaitingPeriod: true,
    waitsOnReturnPage: false,
  };
}

async function recoverFromDeath(
  { stack, markFault }: Scene,
  victim: KillableProcess,
): Promise<void> {
  await victim.waitForExit();
  markFault();
  await stack.repair();
}

async function waitUntilAllWaiting({ stack, households }: Scene): Promise<void> {
  for (const household of households) {
    await waitUntil(async () => (await statusOf(stack, household)) === 'waiting');
  }
}

async function waitUntilPostponed({ stack: { database }, households }: Scene): Promise<void> {
  const owners = households.map(({ owner }) => owner.id);
  await waitUntil(async () => {
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
 * Backdates the waiting period so that only a few seconds remain. Bypasses the trigger that refuses
 * an earlier release.
 */
async function skipWaitingPeriod({ stack: { database }, households }: Scene): Promise<void> {
  const owners = households.map(({ owner }) => owner.id);
  await database.transaction(async () => {
    await database.rows(sql`set local session_replication_role = replica`);
    await database.rows(sql`
      update activation_requests set
        release_at = now() + ${remainingMs / 1000} * interval '1 second',
        waiting_since = now() + ${remainingMs / 1000} * interval '1 second' - interval '1 day'
      where deceased_user_id in ${owners} and status = 'waiting'`);
  });
}

/** Waits for a run of the release job that started after the end of the waiting period. */
async function waitForNextCheck({ stack: { database }, markFault }: Scene): Promise<void> {
  const [row] = await database.rows<{ now: string }>(
    sql`select (now() + ${remainingMs / 1000} * interval '1 second')::text as now`,
  );
  await waitUntil(async () => {
    const [done] = await database.rows(sql`
      select 1 from pgboss.job where name = 'process-waiting-activations' and state = 'completed'
        and started_on > ${row?.now ?? ''}::timestamptz limit 1`);
    return done !== undefined;
  });
  markFault();
}

const retryPauseMs = 500;

/** Follows the veto link of the owner's mail until a server confirms the veto. */
async function vetoByMail(stack: Stack, household: Household): Promise<void> {
  const token = await findVetoToken(stack, household);
  for (let turn = 0; ; turn++) {
    const url = stack.servers[turn % stack.servers.length]?.url() ?? '';
    try {
      const { is_vetoed } = await createBrowser(url).vetoProtocol({ body: { token } });
      if (is_vetoed) return;
      throw new Error('a veto was acknowledged without effect');
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) throw error;
      if (!(error instanceof ApiError) && !isConnectionError(error)) throw error;
      await pause(retryPauseMs);
    }
  }
}

/** The server has died or is not ready yet. */
function isConnectionError(error: unknown): boolean {
  return error instanceof TypeError || (error as Error)?.name === 'NetworkError';
}

/** Token of the mailed veto link of the open start. */
async function findVetoToken({ database, ctx }: Stack, { owner }: Household): Promise<string> {
  const [link] = await database.rows<{ id: string }>(sql`
    select veto_links.id from veto_links
    inner join activation_requests on activation_requests.id = veto_links.activation_id
    where deceased_user_id = ${owner.id} and status in ('payment_pending', 'waiting')
    order by veto_links.created_at desc limit 1`);
  if (!link) throw new Error('there is no open start');
  return ctx.linkTokens.tokenOf(link.id);
}
