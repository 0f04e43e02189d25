import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@zavet/contract/client';
import { sql } from 'drizzle-orm';
import { createBrowser } from '../../../apps/server/test/browser.ts';
import { contactBody } from '../../../apps/server/test/contacts.ts';
import { newAddress, signUpBody } from '../../../apps/server/test/people.ts';
import { instructionBody } from '../../../apps/server/test/vault-fixtures.ts';
import type { Stack } from '../stack.ts';
import { violationUnless } from '../verdict.ts';
import { createRetryingOwner, type RetryingOwner } from './retrying-owner.ts';

/** People who keep signing up, writing, attaching and deleting. */
export interface Load {
  acknowledged: AcknowledgedWrites;
  /** The longest time without an acknowledged write at one server, since the last call. */
  takeLongestOutageMs(): number;
  /** Errors that are no request to repeat, since the last call. */
  takeErrors(): string[];
  /** Waits for started work and stops. */
  stop(): Promise<void>;
}

const signUpPauseMs = 1_500;
const writePauseMs = 150;
const probePauseMs = 250;
/** More would exceed the limit of an account. */
const instructionsEach = 400;

export async function startLoad(stack: Stack): Promise<Load> {
  const acknowledged = noWrites();
  const errors: string[] = [];
  let isStopped = false;
  const repeat = async (pauseMs: number, act: () => Promise<void>) => {
    while (!isStopped) {
      await act().catch((error) => void errors.push(String(error)));
      await pause(pauseMs);
    }
  };
  const probes = await Promise.all(stack.servers.map((_, server) => writeProbe(stack, server)));
  const writers = await Promise.all([
    newWriter(stack, acknowledged),
    newWriter(stack, acknowledged),
  ]);
  const running = [
    repeat(signUpPauseMs, () => signUp(stack, acknowledged)),
    repeat(1_000, () => lookAtSetup(stack)),
    ...writers.map((write) => repeat(writePauseMs, write)),
    ...probes.map((probe) => repeat(probePauseMs, probe.write)),
  ];
  return {
    acknowledged,
    takeLongestOutageMs: () => Math.max(...probes.map((probe) => probe.takeLongestMs())),
    takeErrors: () => errors.splice(0),
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

/** Keeps writing at one server and measures the longest time without success. */
async function writeProbe(stack: Stack, server: number) {
  const person = await createRetryingOwner(stack);
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
        if (!isUnavailable(error)) throw error;
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

async function signUp(stack: Stack, { accounts }: AcknowledgedWrites): Promise<void> {
  const email = newAddress();
  stack.ignoredRecipients.add(email);
  for (let turn = 0; ; turn++) {
    const browser = createBrowser(stack.servers[turn % stack.servers.length]?.url() ?? '');
    try {
      await browser.signUp({ body: signUpBody(email) });
      accounts.push(email);
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await pause(signUpPauseMs);
    }
  }
}

/** The setup page works without a database and reports its absence. */
async function lookAtSetup({ servers }: Stack): Promise<void> {
  for (const server of servers) {
    const { status, errors } = await createBrowser(server.url()).checkSetup();
    const isRight = status === 'ready' || errors.join() === 'database_unreachable';
    if (!isRight) throw new Error(`/setup says ${errors.join()}`);
  }
}

/** Writes instructions one after another, attaches files to some and deletes others. */
async function newWriter(
  stack: Stack,
  acknowledged: AcknowledgedWrites,
): Promise<() => Promise<void>> {
  let { person, contactId } = await newOwner(stack);
  let count = 0;
  return async () => {
    count += 1;
    if (count % instructionsEach === 0) ({ person, contactId } = await newOwner(stack));
    // Retries send the same draft.
    const body = instructionBody([contactId]);
    const { id } = await person.retry((browser) => browser.createInstruction({ body }));
    acknowledged.instructions.set(id, person.account.id);
    if (count % 3 === 0) await attach(person, id, acknowledged);
    if (count % 5 === 0) await remove(person, id, acknowledged);
  };
}

async function newOwner(stack: Stack) {
  const person = await createRetryingOwner(stack);
  const email = newAddress();
  stack.ignoredRecipients.add(email);
  const { contact } = await person.retry((browser) =>
    browser.createContact({ body: contactBody({ email }) }),
  );
  return { person, contactId: contact.id };
}

async function attach(person: RetryingOwner, instruction_id: string, notes: AcknowledgedWrites) {
  const content = randomBytes(20_000).toString('base64');
  const file = await person
    .retry((browser) =>
      browser.attachFile({
        params: { id: instruction_id },
        headers: { 'x-file-name': 'notes.txt' },
        body: new Blob([content]),
      }),
    )
    .catch((error) => {
      // The first attempt had succeeded, but its response was lost.
      if (error instanceof ApiError && error.code === 'file_already_attached') return undefined;
      throw error;
    });
  if (file) notes.files.set(file.id, { instruction_id, content, person });
}

async function remove(person: RetryingOwner, id: string, notes: AcknowledgedWrites): Promise<void> {
  await person
    .retry((browser) => browser.deleteInstruction({ params: { id } }))
    .catch((error) => {
      // The first attempt had succeeded, but its response was lost.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    });
  notes.instructions.delete(id);
  for (const [file, { instruction_id }] of notes.files) {
    if (instruction_id === id) notes.files.delete(file);
  }
  notes.removed.add(id);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 503;
}

/** Acknowledged writes, which must persist. */
export interface AcknowledgedWrites {
  accounts: string[];
  /** Instruction id to owner id. */
  instructions: Map<string, string>;
  removed: Set<string>;
  files: Map<string, { instruction_id: string; content: string; person: RetryingOwner }>;
}

function noWrites(): AcknowledgedWrites {
  return { accounts: [], instructions: new Map(), removed: new Set(), files: new Map() };
}

/** Acknowledged writes that are missing or doubled. */
export async function lostWrites(stack: Stack, notes: AcknowledgedWrites): Promise<string[]> {
  const { database } = stack;
  const column = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id);
  const accounts = new Set(await column(database.rows(sql`select email as id from users`)));
  const owners = [...new Set(notes.instructions.values())];
  const kept = await column(
    database.rows(sql`select id from instructions where user_id in ${owners}`),
  );
  const isKept = new Set(kept);
  const lostAccounts = notes.accounts.filter((email) => !accounts.has(email)).length;
  const lost = [...notes.instructions.keys()].filter((id) => !isKept.has(id)).length;
  const revived = [...notes.removed].filter((id) => isKept.has(id)).length;
  const unexpected = kept.filter((id) => !notes.instructions.has(id)).length - revived;
  return [
    ...violationUnless(lostAccounts === 0, `${lostAccounts} accounts are lost`),
    ...violationUnless(lost === 0, `${lost} instructions are lost`),
    ...violationUnless(revived === 0, `${revived} deleted instructions reappeared`),
    ...violationUnless(unexpected === 0, `${unexpected} instructions were written twice`),
    ...(await lostFiles(notes)),
  ];
}

async function lostFiles({ files }: AcknowledgedWrites): Promise<string[]> {
  const wrong: string[] = [];
  for (const [id, { content, person }] of files) {
    const found = await person
      .retry((browser) => browser.downloadFile({ params: { id } }))
      .catch(() => undefined);
    const isSame = found !== undefined && (await found.text()) === content;
    if (!isSame) wrong.push(id);
  }
  return violationUnless(wrong.length === 0, `${wrong.length} files are lost or altered`);
}
