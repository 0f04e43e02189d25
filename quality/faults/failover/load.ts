import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@zavet/contract/client';
import { createBrowser } from '../../../apps/server/test/browser.ts';
import { contactBody } from '../../../apps/server/test/contacts.ts';
import { newAddress, signUpBody } from '../../../apps/server/test/people.ts';
import { instructionBody } from '../../../apps/server/test/vault-fixtures.ts';
import type { Stack } from '../stack.ts';
import { type Acknowledged, notesOf } from './acknowledged.ts';
import { type PersonAtWork, personAtWork } from './person-at-work.ts';

/** People who sign up, write, attach and delete all the while. */
export interface Load {
  acknowledged: Acknowledged;
  /** The longest that one server acknowledged no write, since this was asked last. */
  takeLongestSilenceMs(): number;
  /** What people met that is no answer to repeat, since this was asked last. */
  takeTroubles(): string[];
  /** Lets everybody finish what they have begun. */
  stop(): Promise<void>;
}

const signUpPauseMs = 1_500;
const writePauseMs = 150;
const probePauseMs = 250;
/** More would reach what an account may hold. */
const instructionsEach = 400;

export async function startLoad(stack: Stack): Promise<Load> {
  const acknowledged = notesOf();
  const troubles: string[] = [];
  let isOver = false;
  const keepOn = async (pauseMs: number, act: () => Promise<void>) => {
    while (!isOver) {
      await act().catch((error) => void troubles.push(String(error)));
      await pause(pauseMs);
    }
  };
  const probes = await Promise.all(stack.servers.map((_, server) => writeProbe(stack, server)));
  const writers = await Promise.all([
    newWriter(stack, acknowledged),
    newWriter(stack, acknowledged),
  ]);
  const atWork = [
    keepOn(signUpPauseMs, () => signUp(stack, acknowledged)),
    keepOn(1_000, () => lookAtSetup(stack)),
    ...writers.map((write) => keepOn(writePauseMs, write)),
    ...probes.map((probe) => keepOn(probePauseMs, probe.write)),
  ];
  return {
    acknowledged,
    takeLongestSilenceMs: () => Math.max(...probes.map((probe) => probe.takeLongestMs())),
    takeTroubles: () => troubles.splice(0),
    stop: async () => {
      isOver = true;
      await Promise.all(atWork);
    },
  };
}

/** Writes something small at one server and notes for how long it did not work out. */
async function writeProbe(stack: Stack, server: number) {
  const person = await personAtWork(stack);
  let lastAt = performance.now();
  let longestMs = 0;
  let count = 0;
  return {
    write: async () => {
      const preferred_language = count++ % 2 ? 'ru' : 'fi';
      try {
        const body = { preferred_language } as const;
        await person.once(server, (browser) => browser.updatePreferredLanguage({ body }));
      } catch (error) {
        if (!isPassing(error)) throw error;
        return;
      }
      longestMs = Math.max(longestMs, performance.now() - lastAt);
      lastAt = performance.now();
    },
    takeLongestMs: () => {
      const taken = Math.max(longestMs, performance.now() - lastAt);
      longestMs = 0;
      return taken;
    },
  };
}

async function signUp(stack: Stack, { accounts }: Acknowledged): Promise<void> {
  const email = newAddress();
  stack.passersBy.add(email);
  for (let turn = 0; ; turn++) {
    const browser = createBrowser(stack.servers[turn % stack.servers.length]?.url() ?? '');
    try {
      await browser.signUp({ body: signUpBody(email) });
      accounts.push(email);
      return;
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(signUpPauseMs);
    }
  }
}

/** What is missing is told by a page that works without a database. */
async function lookAtSetup({ servers }: Stack): Promise<void> {
  for (const server of servers) {
    const { status, errors } = await createBrowser(server.url()).checkSetup();
    const isRight = status === 'ready' || errors.join() === 'database_unreachable';
    if (!isRight) throw new Error(`/setup says ${errors.join()}`);
  }
}

/** Writes an instruction, attaches a file to some and deletes others again; one thing at a time. */
async function newWriter(stack: Stack, acknowledged: Acknowledged): Promise<() => Promise<void>> {
  let { person, contactId } = await newOwner(stack);
  let count = 0;
  return async () => {
    count += 1;
    if (count % instructionsEach === 0) ({ person, contactId } = await newOwner(stack));
    // The same draft every time it is sent.
    const body = instructionBody([contactId]);
    const { id } = await person.insist((browser) => browser.createInstruction({ body }));
    acknowledged.instructions.set(id, person.account.id);
    if (count % 3 === 0) await attach(person, id, acknowledged);
    if (count % 5 === 0) await remove(person, id, acknowledged);
  };
}

async function newOwner(stack: Stack) {
  const person = await personAtWork(stack);
  const email = newAddress();
  stack.passersBy.add(email);
  const { contact } = await person.insist((browser) =>
    browser.createContact({ body: contactBody({ email }) }),
  );
  return { person, contactId: contact.id };
}

async function attach(person: PersonAtWork, instruction_id: string, notes: Acknowledged) {
  const content = randomBytes(20_000).toString('base64');
  const file = await person
    .insist((browser) =>
      browser.attachFile({
        params: { id: instruction_id },
        headers: { 'x-file-name': 'notes.txt' },
        body: new Blob([content]),
      }),
    )
    .catch((error) => {
      // The first try was kept, and its answer was lost.
      if (error instanceof ApiError && error.code === 'file_already_attached') return undefined;
      throw error;
    });
  if (file) notes.files.set(file.id, { instruction_id, content, person });
}

async function remove(person: PersonAtWork, id: string, notes: Acknowledged): Promise<void> {
  await person
    .insist((browser) => browser.deleteInstruction({ params: { id } }))
    .catch((error) => {
      // The first try was kept, and its answer was lost.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    });
  notes.instructions.delete(id);
  for (const [file, { instruction_id }] of notes.files) {
    if (instruction_id === id) notes.files.delete(file);
  }
  notes.removed.add(id);
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 503;
}
