import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type Client, createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';
import type { MailboxView } from '@zavet/contract/mailbox/mailbox-schemas';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { newOwners, type Owner } from '../bench/owners.ts';
import { type BenchServer, startServer } from '../bench/server.ts';
import { type Dovecot, prepareDovecot } from './dovecot.ts';
import { must } from './loopback.ts';
import { type OddMail, oddMails, usualMails } from './odd-mails.ts';

const usual = 10_000 - oddMails().length;
const password = 'App-password-1';
type Say = (line: string) => void;

/** A mailbox of ten thousand on a real mail server, and what goes wrong with one. */
export async function imap(say: Say): Promise<void> {
  const dovecot = prepareDovecot();
  const postgres = await startPostgresStandIn();
  let server: BenchServer | undefined;
  try {
    const odd = oddMails();
    dovecot.fill('INBOX', [...usualMails(usual), ...odd.map(({ source }) => source)]);
    dovecot.fill('Spam', usualMails(100));
    dovecot.setPassword(password);
    await dovecot.start();
    const names = dovecot.fileNames();
    server = await startServer(await postgres.newDatabase('imap'), {
      MAILBOX_ALLOWED_HOSTS: `localhost:${dovecot.port}`,
      MAILBOX_CA_FILE: dovecot.caFile,
    });
    const [first, second] = await owners(server);
    if (!first || !second) throw new Error('nobody signed up');
    const caller = callerOf(server, first);
    const { pid } = server;
    const sayMemory = (when: string) => say(`memory ${when}: at most ${peakMegabytes(pid)} MB`);
    await refusesWrongPassword(dovecot, caller);
    sayMemory('before the first sync');
    await listsForTheFirstTime(dovecot, caller, say);
    sayMemory('after it');
    await findsAndOpens(caller, say);
    await readsOddMails(caller, odd, say);
    sayMemory('after the odd mails');
    await survivesDeath(dovecot, callerOf(server, second), say);
    await followsNewNumbers(dovecot, caller, say);
    must('nothing was changed on the server', same(dovecot.fileNames(), names));
    await stopsAtWrongPassword(dovecot, caller);
    sayMemory('at the end');
  } finally {
    await server?.stop();
    await dovecot.remove();
    await postgres.stop();
  }
}

/** On a busy machine the server answers before its queue of jobs is open. */
async function owners(server: BenchServer): Promise<Owner[]> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await newOwners(server, 2);
    } catch (error) {
      if (tries === 20 || !(error instanceof ApiError)) throw error;
      await pause(1_000);
    }
  }
}

function callerOf({ url }: BenchServer, { cookie }: Owner): Client {
  return createClient(endpoints, (path, init) =>
    fetch(`${url}${path}`, { ...init, headers: { ...(init.headers as object), cookie } }),
  );
}

const accessTo = ({ port, user }: Dovecot, given = password) => ({
  ...{ provider: 'other' as const, email: user, password: given },
  ...{ host: 'localhost', port, security: 'tls' as const },
});

async function refusesWrongPassword(dovecot: Dovecot, caller: Client): Promise<void> {
  const code = await codeOf(caller.connectMailbox({ body: accessTo(dovecot, 'wrong') }));
  must(`a wrong password is refused, not ${code}`, code === 'mailbox_login_refused');
}

async function listsForTheFirstTime(dovecot: Dovecot, caller: Client, say: Say): Promise<void> {
  const connecting = await timed(() => caller.connectMailbox({ body: accessTo(dovecot) }));
  say(`tried and connected in ${connecting.ms} ms`);
  const listing = await timed(() => until(caller, ({ state }) => state === 'working'));
  const [inbox, spam] = listing.value.folders;
  must(`10,000 mails are listed, not ${inbox?.listed}`, inbox?.listed === 10_000);
  must(`100 mails of spam are listed, not ${spam?.listed}`, spam?.listed === 100);
  say(`10,100 mails listed for the first time in ${listing.ms} ms`);
  const again = await timed(() => refresh(caller));
  say(`refreshed without changes in ${again.ms} ms`);
}

async function findsAndOpens(caller: Client, say: Say): Promise<void> {
  const list = (search?: string) =>
    caller.listMailboxMessages({ query: { folder: 'inbox', ...(search && { search }) } });
  say(`a page of the list in ${await median(() => list())} ms`);
  const found = await list('номер 4321');
  must(`a search finds the mail, not ${found.found}`, (found.found ?? 0) >= 1);
  say(`a search through 10,000 in ${await median(() => list('номер 4321'))} ms`);
  const params = { id: found.messages[0]?.id ?? '' };
  say(`a mail opened in ${await median(() => caller.getMailboxMessage({ params }))} ms`);
}

async function readsOddMails(caller: Client, odd: readonly OddMail[], say: Say): Promise<void> {
  // Delivered last, so they are the newest; the server numbers by the name of the file.
  const { messages } = await caller.listMailboxMessages({ query: { folder: 'inbox' } });
  for (const [place, mail] of odd.entries()) {
    const listed = messages[odd.length - 1 - place];
    if (!listed) throw new Error(`${mail.name}: not listed`);
    if (mail.subject !== undefined) {
      must(`${mail.name}: the subject is ${listed.subject}`, listed.subject === mail.subject);
    }
    const params = { id: listed.id };
    const reading = await timed(() =>
      caller.getMailboxMessage({ params }).catch((error: unknown) => error),
    );
    if (reading.ms > 1_000) say(`${mail.name}: ${reading.ms} ms`);
    judge(mail, reading.value);
  }
  say(`${odd.length} odd mails read as they should be`);
}

function judge({ name, opened }: OddMail, answer: unknown): void {
  const code = answer instanceof ApiError ? answer.code : undefined;
  if ('code' in opened) {
    must(`${name}: ${code}`, code === opened.code);
    return;
  }
  if (code !== undefined || answer instanceof Error) throw new Error(`${name}: ${code ?? answer}`);
  const { text, is_broken } = answer as { text: string; is_broken: boolean };
  if (opened.text !== undefined) must(`${name}: its text`, text.includes(opened.text));
  if (opened.isBroken !== undefined) must(`${name}: broken`, is_broken === opened.isBroken);
}

async function survivesDeath(dovecot: Dovecot, caller: Client, say: Say): Promise<void> {
  await caller.connectMailbox({ body: accessTo(dovecot) });
  await until(caller, ({ progress }) => (progress?.done ?? 0) >= 1_000);
  await dovecot.kill();
  const cut = await until(caller, ({ trouble }) => trouble !== null);
  must(`a dead server is said to be away, not ${cut.trouble}`, cut.trouble === 'unreachable');
  const left = cut.progress?.done ?? 0;
  must(`it died in the middle, after ${left}`, left >= 1_000 && left < 10_000);
  await dovecot.start();
  const going = await timed(() => refresh(caller));
  must('all are listed afterwards', going.value.folders[0]?.listed === 10_000);
  say(`killed after ${left}, gone on to 10,000 in ${going.ms} ms`);
  await caller.disconnectMailbox();
  must('nothing is left of it', (await caller.getMailbox()).mailbox === null);
}

async function followsNewNumbers(dovecot: Dovecot, caller: Client, say: Say): Promise<void> {
  const before = await newest(caller);
  await dovecot.kill();
  dovecot.forgetNumbers();
  await dovecot.start();
  const following = await timed(() => refresh(caller));
  const after = await newest(caller);
  must('all are listed again', following.value.folders[0]?.listed === 10_000);
  must('in the same order', same(before.subjects, after.subjects));
  must('under other ids', before.ids[0] !== after.ids[0]);
  say(`10,000 mails numbered anew, listed again in ${following.ms} ms`);
}

async function stopsAtWrongPassword(dovecot: Dovecot, caller: Client): Promise<void> {
  dovecot.setPassword('Changed-2');
  await caller.syncMailbox();
  const stopped = await until(caller, ({ state }) => state === 'stopped');
  must(`stopped by ${stopped.trouble}`, stopped.trouble === 'login_refused');
}

async function newest(caller: Client) {
  const { messages } = await caller.listMailboxMessages({ query: { folder: 'inbox' } });
  return { ids: messages.map(({ id }) => id), subjects: messages.map(({ subject }) => subject) };
}

async function refresh(caller: Client): Promise<MailboxView> {
  const { last_email_sync: before } = await caller.syncMailbox();
  return until(caller, ({ last_email_sync }) => last_email_sync !== before);
}

async function until(
  caller: Client,
  isThere: (mailbox: MailboxView) => boolean,
): Promise<MailboxView> {
  for (let tries = 0; tries < 1_500; tries += 1) {
    const { mailbox } = await caller.getMailbox();
    if (mailbox && isThere(mailbox)) return mailbox;
    await pause(200);
  }
  throw new Error('what was waited for did not come in five minutes');
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const began = performance.now();
  const value = await work();
  return { value, ms: Math.round(performance.now() - began) };
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let tries = 0; tries < 9; tries += 1) times.push((await timed(work)).ms);
  return times.sort((a, b) => a - b)[4] ?? 0;
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ApiError ? error.code : String(error);
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, place) => name === other[place]);
}

function peakMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
