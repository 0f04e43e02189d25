import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '@zavet/contract/endpoints';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { call, type Target } from '../bench/call.ts';
import { median } from '../bench/measure.ts';
import { signInAgain } from '../bench/owners.ts';
import { newCallerAddress } from '../bench/server.ts';
import { attach, createInstruction, pdfOf } from '../bench/vault.ts';
import { memoryMb, type Packaged, type PackagedServer, packProject } from './packaged.ts';
import { newPeople, type Person, publicUrl } from './people.ts';
import { type Print, verify } from './trial.ts';

const perSecond = 50;
const defaultMinutes = 10;
const people = 20;
/** Sessions end after a while; so does a visit. */
const visitMs = 5 * 60_000;
/** Limit of the memory at the end relative to that soon after the start. */
const allowedGrowth = 1.15;

/** A packaged server under constant load, with backups and a key rotation in the middle. */
export async function soak(print: Print, options: string[] = []): Promise<void> {
  const minutes =
    Number(options[options.indexOf('--minutes') + 1] ?? defaultMinutes) || defaultMinutes;
  const made = packProject();
  const remote = await startSmtpStandIn();
  const postgres = await startPostgresStandIn();
  let server: PackagedServer | undefined;
  try {
    const env = {
      DATABASE_URL: await postgres.newDatabase('soaked'),
      SMTP_URL: `${remote.url}?ignoreTLS=true`,
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      SUPPORT_EMAIL: 'support@far.test',
      MAX_TRUSTED_CONTACTS: '0',
      TRUSTED_PROXIES: '127.0.0.1',
      PAYMENTS: 'mock',
    };

    server = await made.start(env);
    const activePeople = await newPeople(server, remote, people);
    const run = startPace(server, activePeople);
    const memory = watchMemory(server.pid);
    await pause(minutes * 20_000);
    await runCommands(made, env, print);
    await pause(minutes * 40_000);
    const { calls, errors, slowest, medianMs } = await run.stop();
    const { early, late, most } = memory.stop();
    print(
      `${calls} calls in ${minutes} minutes, ${errors.length} failed; half within ${medianMs.toFixed(0)} ms, all within ${slowest.toFixed(0)} ms`,
    );
    print(
      `memory: the least ${early.toFixed(0)} MB in the second and third minute, ${late.toFixed(0)} MB in the last two; at most ${most.toFixed(0)} MB`,
    );
    verify(`no call fails: ${[...new Set(errors)].slice(0, 3).join('; ')}`, errors.length === 0);
    verify('the call rate was kept', calls > minutes * 60 * perSecond * 0.95);
    verify('memory does not grow', late <= early * allowedGrowth);
  } finally {
    await server?.stop();
    await remote.stop();
    await postgres.stop();
    made.remove();
  }
}

async function runCommands(
  made: Packaged,
  env: Record<string, string>,
  print: Print,
): Promise<void> {
  for (const args of [
    ['backup', join(made.data, 'backup-1')],
    ['keys', 'rotate'],
    ['backup', join(made.data, 'backup-2')],
  ]) {
    const began = performance.now();
    const { code, output } = await made.run(args, env);
    verify(`${args[0]} succeeds meanwhile: ${output}`, code === 0);
    print(`${args[0]} beside it in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  }
}

interface Pace {
  stop(): Promise<{ calls: number; errors: string[]; slowest: number; medianMs: number }>;
}

/** A constant number of calls starts every second, whether or not earlier ones have ended. */
function startPace(server: PackagedServer, activePeople: readonly Person[]): Pace {
  const errors: string[] = [];
  const times: number[] = [];
  const pending = new Set<Promise<void>>();
  const visits = activePeople.map(() => ({
    ...{ until: 0, cookie: Promise.resolve('') },
    address: newCallerAddress(),
  }));
  const began = performance.now();
  let begun = 0;

  const targetOf = async (place: number): Promise<Target> => {
    const visit = visits[place];
    const person = activePeople[place];
    if (!visit || !person) throw new Error('there are no people');
    if (performance.now() > visit.until) {
      visit.until = performance.now() + visitMs;
      visit.cookie = signInAgain(server, person).then(({ cookie }) => cookie);
    }
    return { url: server.url, cookie: await visit.cookie, address: visit.address };
  };
  const one = async (turn: number) => {
    const place = turn % activePeople.length;
    // People take turns with all actions.
    const act = acts[Math.floor(turn / activePeople.length) % acts.length];
    try {
      const target = await targetOf(place);
      const startedAt = performance.now();
      await act?.(target, activePeople[place]?.contacts ?? []);
      times.push(performance.now() - startedAt);
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error));
    }
  };
  const timer = setInterval(() => {
    // Includes calls delayed by a busy moment.
    const due = ((performance.now() - began) / 1_000) * perSecond;
    for (; begun < due; begun += 1) {
      const call = one(begun);
      pending.add(call);
      call.finally(() => pending.delete(call));
    }
  }, 1_000 / perSecond);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(pending);
      const slowest = times.reduce((most, ms) => Math.max(most, ms), 0);
      return { calls: begun, errors, slowest, medianMs: median(times) };
    },
  };
}

const small = pdfOf(20_000);
const read = (endpoint: Parameters<typeof call>[1]) => (target: Target) => call(target, endpoint);
/** Mostly reads; the last action is three calls and counts as one. */
const acts: ((target: Target, contacts: string[]) => Promise<unknown>)[] = [
  read(endpoints.getSession),
  read(endpoints.listInstructions),
  read(endpoints.getDashboard),
  read(endpoints.getReadiness),
  read(endpoints.listContacts),
  (target) => call(target, endpoints.searchInstructions, { body: { query: 'завещание' } }),
  read(endpoints.getPlan),
  (target, contacts) => createInstruction(target, contacts),
  read(endpoints.getStorage),
  async (target, contacts) => {
    const id = await createInstruction(target, contacts);
    await attach(target, id, small);
    await call(target, endpoints.deleteInstruction, { params: { id } });
  },
];

function watchMemory(pid: number) {
  const seen: number[] = [];
  const timer = setInterval(() => seen.push(memoryMb(pid)), 5_000);
  const minute = 12;
  return {
    stop: () => {
      clearInterval(timer);
      return {
        early: Math.min(...seen.slice(minute, 3 * minute)),
        late: Math.min(...seen.slice(-2 * minute)),
        most: Math.max(...seen),
      };
    },
  };
}
