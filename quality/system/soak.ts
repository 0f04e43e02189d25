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
const personCount = 20;
/** A person signs in again before the session expires. */
const visitMs = 5 * 60_000;
/** Maximum ratio of memory at the end to memory soon after the start. */
const allowedGrowth = 1.15;

/** A packaged server under constant load, with backups and a key rotation in the middle. */
export async function soak(print: Print, options: string[] = []): Promise<void> {
  const minutes =
    Number(options[options.indexOf('--minutes') + 1] ?? defaultMinutes) || defaultMinutes;
  const built = packProject();
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

    server = await built.start(env);
    const activePeople = await newPeople(server, remote, personCount);
    const load = startLoad(server, activePeople);
    const memory = watchMemory(server.pid);
    await pause(minutes * 20_000);
    await runCommands(built, env, print);
    await pause(minutes * 40_000);
    const { calls, errors, slowest, medianMs } = await load.stop();
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
    built.remove();
  }
}

async function runCommands(
  built: Packaged,
  env: Record<string, string>,
  print: Print,
): Promise<void> {
  for (const args of [
    ['backup', join(built.data, 'backup-1')],
    ['keys', 'rotate'],
    ['backup', join(built.data, 'backup-2')],
  ]) {
    const loadStartedAt = performance.now();
    const { code, output } = await built.run(args, env);
    verify(`${args[0]} succeeds meanwhile: ${output}`, code === 0);
    print(`${args[0]} beside it in ${((performance.now() - loadStartedAt) / 1_000).toFixed(1)} s`);
  }
}

interface ConstantLoad {
  stop(): Promise<{ calls: number; errors: string[]; slowest: number; medianMs: number }>;
}

/** Starts a constant number of calls per second, even if earlier ones are still pending. */
function startLoad(server: PackagedServer, activePeople: readonly Person[]): ConstantLoad {
  const errors: string[] = [];
  const times: number[] = [];
  const pending = new Set<Promise<void>>();
  const visits = activePeople.map(() => ({
    ...{ endsAt: 0, cookie: Promise.resolve('') },
    address: newCallerAddress(),
  }));
  const loadStartedAt = performance.now();
  let startedCalls = 0;

  const targetOf = async (place: number): Promise<Target> => {
    const visit = visits[place];
    const person = activePeople[place];
    if (!visit || !person) throw new Error('there are no people');
    if (performance.now() > visit.endsAt) {
      visit.endsAt = performance.now() + visitMs;
      visit.cookie = signInAgain(server, person).then(({ cookie }) => cookie);
    }
    return { url: server.url, cookie: await visit.cookie, address: visit.address };
  };
  const makeCall = async (turn: number) => {
    const place = turn % activePeople.length;
    // Every person performs all actions in turn.
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
    // Also starts calls that a busy event loop has delayed.
    const due = ((performance.now() - loadStartedAt) / 1_000) * perSecond;
    for (; startedCalls < due; startedCalls += 1) {
      const call = makeCall(startedCalls);
      pending.add(call);
      call.finally(() => pending.delete(call));
    }
  }, 1_000 / perSecond);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(pending);
      const slowest = times.reduce((most, ms) => Math.max(most, ms), 0);
      return { calls: startedCalls, errors, slowest, medianMs: median(times) };
    },
  };
}

const smallFile = pdfOf(20_000);
const readEndpoint = (endpoint: Parameters<typeof call>[1]) => (target: Target) =>
  call(target, endpoint);
/** Mostly reads. The last action makes three calls and counts as one. */
const acts: ((target: Target, contacts: string[]) => Promise<unknown>)[] = [
  readEndpoint(endpoints.getSession),
  readEndpoint(endpoints.listInstructions),
  readEndpoint(endpoints.getDashboard),
  readEndpoint(endpoints.getReadiness),
  readEndpoint(endpoints.listContacts),
  (target) => call(target, endpoints.searchInstructions, { body: { query: 'завещание' } }),
  readEndpoint(endpoints.getPlan),
  (target, contacts) => createInstruction(target, contacts),
  readEndpoint(endpoints.getStorage),
  async (target, contacts) => {
    const id = await createInstruction(target, contacts);
    await attach(target, id, smallFile);
    await call(target, endpoints.deleteInstruction, { params: { id } });
  },
];

function watchMemory(pid: number) {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(memoryMb(pid)), 5_000);
  const minute = 12;
  return {
    stop: () => {
      clearInterval(timer);
      return {
        early: Math.min(...samples.slice(minute, 3 * minute)),
        late: Math.min(...samples.slice(-2 * minute)),
        most: Math.max(...samples),
      };
    },
  };
}
