import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '@zavet/contract/endpoints';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { call, type Target } from '../bench/call.ts';
import { signInAnew } from '../bench/owners.ts';
import { median } from '../bench/rounds.ts';
import { newCallerAddress } from '../bench/server.ts';
import { attach, pdfOf, writeInstruction } from '../bench/vault.ts';
import { publicUrl } from './bounced-letters.ts';
import { must } from './loopback.ts';
import { memoryMb, type Packaged, type PackagedServer, packProject } from './packaged.ts';
import { newPeople, type Person } from './upgrade-load.ts';

type Say = (line: string) => void;

const perSecond = 50;
const usualMinutes = 10;
const people = 20;
/** Sessions end by themselves after a while; so does a person's visit. */
const visitMs = 5 * 60_000;
/** At the end at most so much more stays after collections than soon after the start. */
const allowedGrowth = 1.15;

/** A packaged server at an even pace for minutes, with a backup and a new master key in the middle. */
export async function soak(say: Say, options: string[] = []): Promise<void> {
  const minutes = Number(options[options.indexOf('--minutes') + 1] ?? usualMinutes) || usualMinutes;
  const made = packProject();
  const far = await startSmtpStandIn();
  const postgres = await startPostgresStandIn();
  let server: PackagedServer | undefined;
  try {
    const env = {
      DATABASE_URL: await postgres.newDatabase('soaked'),
      SMTP_URL: `${far.url}?ignoreTLS=true`,
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      SUPPORT_EMAIL: 'support@far.test',
      MAX_TRUSTED_CONTACTS: '0',
      TRUSTED_PROXIES: '127.0.0.1',
      PAYMENTS: 'mock',
    };

    server = await made.start(env);
    const everybody = await newPeople(server, far, people);
    const run = startPace(server, everybody);
    const memory = watchMemory(server.pid);
    await pause(minutes * 20_000);
    await runBeside(made, env, say);
    await pause(minutes * 40_000);
    const { calls, errors, slowest, medianMs } = await run.stop();
    const { early, late, most } = memory.stop();
    say(
      `${calls} calls in ${minutes} minutes, ${errors.length} failed; half within ${medianMs.toFixed(0)} ms, all within ${slowest.toFixed(0)} ms`,
    );
    say(
      `memory: the least ${early.toFixed(0)} MB in the second and third minute, ${late.toFixed(0)} MB in the last two; at most ${most.toFixed(0)} MB`,
    );
    must(`no call fails: ${[...new Set(errors)].slice(0, 3).join('; ')}`, errors.length === 0);
    must('the pace was kept', calls > minutes * 60 * perSecond * 0.95);
    must('memory stays as it was', late <= early * allowedGrowth);
  } finally {
    await server?.stop();
    await far.stop();
    await postgres.stop();
    made.remove();
  }
}

async function runBeside(made: Packaged, env: Record<string, string>, say: Say): Promise<void> {
  for (const args of [
    ['backup', join(made.data, 'backup-1')],
    ['keys', 'rotate'],
    ['backup', join(made.data, 'backup-2')],
  ]) {
    const began = performance.now();
    const { code, output } = await made.run(args, env);
    must(`${args[0]} works meanwhile: ${output}`, code === 0);
    say(`${args[0]} beside it in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  }
}

interface Pace {
  stop(): Promise<{ calls: number; errors: string[]; slowest: number; medianMs: number }>;
}

/** So many calls begin in every second, whether or not those before have ended. */
function startPace(server: PackagedServer, everybody: readonly Person[]): Pace {
  const errors: string[] = [];
  const times: number[] = [];
  const underWay = new Set<Promise<void>>();
  const visits = everybody.map(() => ({
    ...{ until: 0, cookie: Promise.resolve('') },
    address: newCallerAddress(),
  }));
  const began = performance.now();
  let begun = 0;

  const targetOf = async (place: number): Promise<Target> => {
    const visit = visits[place];
    const person = everybody[place];
    if (!visit || !person) throw new Error('nobody is there');
    if (performance.now() > visit.until) {
      visit.until = performance.now() + visitMs;
      visit.cookie = signInAnew(server, person).then(({ cookie }) => cookie);
    }
    return { url: server.url, cookie: await visit.cookie, address: visit.address };
  };
  const one = async (turn: number) => {
    const place = turn % everybody.length;
    // Everybody does everything in turn.
    const act = acts[Math.floor(turn / everybody.length) % acts.length];
    try {
      const target = await targetOf(place);
      const startedAt = performance.now();
      await act?.(target, everybody[place]?.contacts ?? []);
      times.push(performance.now() - startedAt);
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error));
    }
  };
  const timer = setInterval(() => {
    // Also what a busy moment has held up.
    const due = ((performance.now() - began) / 1_000) * perSecond;
    for (; begun < due; begun += 1) {
      const call = one(begun);
      underWay.add(call);
      call.finally(() => underWay.delete(call));
    }
  }, 1_000 / perSecond);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      const slowest = times.reduce((most, ms) => Math.max(most, ms), 0);
      return { calls: begun, errors, slowest, medianMs: median(times) };
    },
  };
}

const small = pdfOf(20_000);
const read = (endpoint: Parameters<typeof call>[1]) => (target: Target) => call(target, endpoint);
/** What people do, mostly reading; the last one is three calls and counts as one. */
const acts: ((target: Target, contacts: string[]) => Promise<unknown>)[] = [
  read(endpoints.getSession),
  read(endpoints.listInstructions),
  read(endpoints.getDashboard),
  read(endpoints.getReadiness),
  read(endpoints.listContacts),
  (target) => call(target, endpoints.searchInstructions, { body: { query: 'завещание' } }),
  read(endpoints.getPlan),
  (target, contacts) => writeInstruction(target, contacts),
  read(endpoints.getStorage),
  async (target, contacts) => {
    const id = await writeInstruction(target, contacts);
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
