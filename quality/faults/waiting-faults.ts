import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Family } from './family.ts';
import type { KillableProcess } from './killable-process.ts';
import { stopByMail } from './owner-person.ts';
import type { Stack } from './stack.ts';
import { type Fault, type Scene, until } from './trial.ts';

/** Processes that die around both ends of the waiting, and around a stop. */
export function waitingFaults(): Fault[] {
  return [
    ...['payment.before_commit', 'payment.ended'].map(whileWaitingBegins),
    ...['release.before_commit', 'release.done'].map(whileLettersLeave),
    whileNobodyWatches(),
    whileLettersArePutOff('postpone.before_commit'),
    ...['stop.before_commit', 'stop.done'].map(whileOwnerStops),
    stopInTheLastMoment(),
  ];
}

/** How much of the day is left once the trial has let it pass. */
const leftMs = 4_000;

function whileWaitingBegins(point: string): Fault {
  return waiting({
    name: `begins, worker at ${point}`,
    prepare: ({ stack }) => stack.worker.dieAt({ point, passing: 1 }),
    happen: async (scene) => {
      await death(scene, scene.stack.worker);
      await allWait(scene);
      await letTheDayPass(scene);
      scene.broken();
    },
  });
}

function whileLettersLeave(point: string): Fault {
  return waiting({
    name: `worker at ${point}`,
    happen: async (scene) => {
      await allWait(scene);
      scene.stack.worker.dieAt({ point, passing: 1 });
      await letTheDayPass(scene);
      await death(scene, scene.stack.worker);
    },
  });
}

/** The worker is dead when the day comes. */
function whileNobodyWatches(): Fault {
  return waiting({
    name: 'no worker when it is over',
    happen: async (scene) => {
      await allWait(scene);
      scene.stack.worker.kill();
      await scene.stack.worker.death();
      await letTheDayPass(scene);
      await pause(2 * leftMs);
      scene.broken();
      await scene.stack.fix();
    },
  });
}

/** A worker that was away for a day dies over what it has to put off; letters leave a day later. */
function whileLettersArePutOff(point: string): Fault {
  return waiting({
    name: `away for a day, worker at ${point}`,
    happen: async (scene) => {
      const { database } = scene.stack;
      await allWait(scene);
      scene.stack.worker.dieAt({ point, passing: 1 });
      await database.rows(sql`
        insert into worker_signs (id, seen_at) values (1, now() - interval '1 day')
        on conflict (id) do update set seen_at = excluded.seen_at`);
      await letTheDayPass(scene);
      await death(scene, scene.stack.worker);
      await arePutOff(scene);
      await database.rows(sql`
        update interruptions set began_at = began_at - interval '2 days',
          ended_at = ended_at - interval '2 days'`);
      await letTheDayPass(scene);
      scene.broken();
    },
  });
}

/** The server dies over the stop: the owner presses again, at the other one. */
function whileOwnerStops(point: string): Fault {
  return waiting({
    name: `server at ${point}`,
    ending: 'stopped',
    happen: async (scene) => {
      const { stack } = scene;
      await allWait(scene);
      await letTheDayPass(scene);
      const [victim] = stack.servers;
      victim.dieAt({ point, passing: 1 });
      const stopped = Promise.all(scene.families.map((family) => stopByMail(stack, family)));
      await death(scene, victim);
      await stopped;
      await watchesHavePassed(scene);
    },
  });
}

/** Stop and watch meet at the end of the day, and the worker dies at any moment of it. */
function stopInTheLastMoment(): Fault {
  return waiting({
    name: 'worker at a random moment, stop',
    ending: 'stopped',
    happen: async (scene) => {
      const { stack, random } = scene;
      await allWait(scene);
      await letTheDayPass(scene);
      const dies = pause(random.below(300)).then(() => stack.worker.kill());
      await Promise.all(scene.families.map((family) => stopByMail(stack, family)));
      await dies;
      await death(scene, stack.worker);
      await watchesHavePassed(scene);
    },
  });
}

function waiting(fault: Fault): Fault {
  return { ...fault, name: `waiting, ${fault.name}`, waits: true, comesBack: false };
}

async function death({ stack, broken }: Scene, victim: KillableProcess): Promise<void> {
  await victim.death();
  broken();
  await stack.fix();
}

async function allWait({ stack, families }: Scene): Promise<void> {
  for (const family of families) {
    await until(async () => (await statusOf(stack, family)) === 'waiting');
  }
}

async function arePutOff({ stack: { database }, families }: Scene): Promise<void> {
  const owners = families.map(({ owner }) => owner.id);
  await until(async () => {
    const waiting = await database.rows(sql`
      select 1 from activation_requests where deceased_user_id in ${owners}
        and status = 'waiting' and release_at > now() + interval '23 hours'`);
    return waiting.length === owners.length;
  });
}

async function statusOf({ database }: Stack, { owner }: Family): Promise<string | undefined> {
  const [row] = await database.rows<{ status: string }>(sql`
    select status from activation_requests where deceased_user_id = ${owner.id}`);
  return row?.status;
}

/**
 * Nobody waits for a day here: the whole waiting is moved into the past, but for some seconds. The
 * product cannot do that, because the database refuses an earlier day of release.
 */
async function letTheDayPass({ stack: { database }, families }: Scene): Promise<void> {
  const owners = families.map(({ owner }) => owner.id);
  await database.transaction(async () => {
    await database.rows(sql`set local session_replication_role = replica`);
    await database.rows(sql`
      update activation_requests set
        release_at = now() + ${leftMs / 1000} * interval '1 second',
        waiting_since = now() + ${leftMs / 1000} * interval '1 second' - interval '1 day'
      where deceased_user_id in ${owners} and status = 'waiting'`);
  });
}

/** Long enough for the watch to have come by after the day, whatever it was doing before. */
async function watchesHavePassed({ stack: { database }, broken }: Scene): Promise<void> {
  const [row] = await database.rows<{ now: string }>(
    sql`select (now() + ${leftMs / 1000} * interval '1 second')::text as now`,
  );
  await until(async () => {
    const [done] = await database.rows(sql`
      select 1 from pgboss.job where name = 'watch-over-waiting' and state = 'completed'
        and started_on > ${row?.now ?? ''}::timestamptz limit 1`);
    return done !== undefined;
  });
  broken();
}
