import { readFileSync } from 'node:fs';
import { ApiError, type Client, createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';
import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { newOwners, type Owner } from '../bench/owners.ts';
import { type BenchServer, startServer } from '../bench/server.ts';
import { type Dovecot, prepareDovecot } from './dovecot.ts';
import { type Print, retryRefused, verify, waitFor } from './trial.ts';
import { type UnusualMail, unusualMails, usualMails } from './unusual-mails.ts';

const usualMailCount = 10_000 - unusualMails().length;
const password = 'App-password-1';

/** A mailbox of ten thousand mails on dovecot, which also crashes. */
export async function imap(print: Print): Promise<void> {
  const dovecot = prepareDovecot();
  const postgres = await startPostgresStandIn();
  let server: BenchServer | undefined;
  try {
    const unusual = unusualMails();
    dovecot.fill('INBOX', [...usualMails(usualMailCount), ...unusual.map(({ source }) => source)]);
    dovecot.fill('Spam', usualMails(100));
    dovecot.setPassword(password);
    await dovecot.start();
    const names = dovecot.fileNames();
    server = await startServer(await postgres.newDatabase('imap'), {
      MAILBOX_ALLOWED_HOSTS: `localhost:${dovecot.port}`,
      NODE_EXTRA_CA_CERTS: dovecot.caFile,
    });
    const [first, second] = await retryRefused(() => newOwners(server as BenchServer, 2));
    if (!first || !second) throw new Error('no account was created');
    const caller = callerOf(server, first);
    const { pid } = server;
    const printMemory = (when: string) => print(`memory ${when}: at most ${peakMb(pid)} MB`);
    await checkWrongPassword(dovecot, caller);
    printMemory('before the first sync');
    await checkFirstSync(dovecot, caller, print);
    printMemory('after it');
    await checkSearchAndReading(caller, print);
    await checkUnusualMails(caller, unusual, print);
    printMemory('after the unusual mails');
    await checkServerCrash(dovecot, callerOf(server, second), print);
    await checkNewUids(dovecot, caller, print);
    verify('nothing was changed on the server', areEqual(dovecot.fileNames(), names));
    await checkChangedPassword(dovecot, caller);
    printMemory('at the end');
  } finally {
    await server?.stop();
    await dovecot.remove();
    await postgres.stop();
  }
}

function callerOf({ url }: BenchServer, { cookie }: Owner): Client {
  return createClient(endpoints, (path, init) =>
    fetch(`${url}${path}`, { ...init, headers: { ...(init.headers as object), cookie } }),
  );
}

const accessTo = ({ port, user }: Dovecot, accessPassword = password) => ({
  ...{ provider: 'other' as const, email: user, password: accessPassword },
  ...{ host: 'localhost', port, security: 'tls' as const },
});

async function checkWrongPassword(dovecot: Dovecot, caller: Client): Promise<void> {
  const code = await codeOf(caller.connectMailbox({ body: accessTo(dovecot, 'wrong') }));
  verify(
    `a wrong password is refused, not answered with ${code}`,
    code === 'mailbox_login_refused',
  );
}

async function checkFirstSync(dovecot: Dovecot, caller: Client, print: Print): Promise<void> {
  const connecting = await measure(() => caller.connectMailbox({ body: accessTo(dovecot) }));
  print(`checked and connected in ${connecting.ms} ms`);
  const listing = await measure(() => waitForMailbox(caller, ({ state }) => state === 'working'));
  const [inbox, spam] = listing.value.folders;
  verify(`10,000 mails are listed, not ${inbox?.listed}`, inbox?.listed === 10_000);
  verify(`100 mails of spam are listed, not ${spam?.listed}`, spam?.listed === 100);
  print(`10,100 mails listed for the first time in ${listing.ms} ms`);
  const again = await measure(() => refresh(caller));
  print(`refreshed without changes in ${again.ms} ms`);
}

async function checkSearchAndReading(caller: Client, print: Print): Promise<void> {
  const list = (search?: string) =>
    caller.listMailboxMessages({ query: { folder: 'inbox', ...(search && { search }) } });
  print(`a page of the list in ${await median(() => list())} ms`);
  const found = await list('номер 4321');
  verify(`a search finds the mail, not ${found.found}`, (found.found ?? 0) >= 1);
  print(`a search through 10,000 in ${await median(() => list('номер 4321'))} ms`);
  const params = { id: found.messages[0]?.id ?? '' };
  print(`a mail opened in ${await median(() => caller.getMailboxMessage({ params }))} ms`);
}

async function checkUnusualMails(
  caller: Client,
  unusual: readonly UnusualMail[],
  print: Print,
): Promise<void> {
  // The server numbers mails by file name, so the mails added last are the newest.
  const { messages } = await caller.listMailboxMessages({ query: { folder: 'inbox' } });
  for (const [place, mail] of unusual.entries()) {
    const listed = messages[unusual.length - 1 - place];
    if (!listed) throw new Error(`${mail.name}: not listed`);
    if (mail.subject !== undefined) {
      verify(`${mail.name}: the subject is ${listed.subject}`, listed.subject === mail.subject);
    }
    const params = { id: listed.id };
    const reading = await measure(() =>
      caller.getMailboxMessage({ params }).catch((error: unknown) => error),
    );
    if (reading.ms > 1_000) print(`${mail.name}: ${reading.ms} ms`);
    verifyReading(mail, reading.value);
  }
  print(`${unusual.length} unusual mails read as expected`);
}

function verifyReading({ name, opened }: UnusualMail, answer: unknown): void {
  const code = answer instanceof ApiError ? answer.code : undefined;
  if ('code' in opened) {
    verify(`${name}: ${code}`, code === opened.code);
    return;
  }
  if (code !== undefined || answer instanceof Error) throw new Error(`${name}: ${code ?? answer}`);
  const { text, is_broken } = answer as { text: string; is_broken: boolean };
  if (opened.text !== undefined) verify(`${name}: its text`, text.includes(opened.text));
  if (opened.isBroken !== undefined) verify(`${name}: broken`, is_broken === opened.isBroken);
}

async function checkServerCrash(dovecot: Dovecot, caller: Client, print: Print): Promise<void> {
  await caller.connectMailbox({ body: accessTo(dovecot) });
  await waitForMailbox(caller, ({ progress }) => (progress?.done ?? 0) >= 1_000);
  await dovecot.kill();
  const cut = await waitForMailbox(caller, ({ trouble }) => trouble !== null);
  verify(
    `a dead server is reported as unreachable, not as ${cut.trouble}`,
    cut.trouble === 'unreachable',
  );
  const left = cut.progress?.done ?? 0;
  verify(`it died in the middle, after ${left} mails`, left >= 1_000 && left < 10_000);
  await dovecot.start();
  const continuing = await measure(() => refresh(caller));
  verify('all mails are listed afterwards', continuing.value.folders[0]?.listed === 10_000);
  print(`killed after ${left}, continued to 10,000 in ${continuing.ms} ms`);
  await caller.disconnectMailbox();
  verify('no data of the mailbox is left', (await caller.getMailbox()).mailbox === null);
}

async function checkNewUids(dovecot: Dovecot, caller: Client, print: Print): Promise<void> {
  const before = await listNewest(caller);
  await dovecot.kill();
  dovecot.resetUids();
  await dovecot.start();
  const following = await measure(() => refresh(caller));
  const after = await listNewest(caller);
  verify('all mails are listed again', following.value.folders[0]?.listed === 10_000);
  verify('in the same order', areEqual(before.subjects, after.subjects));
  verify('with other ids', before.ids[0] !== after.ids[0]);
  print(`10,000 mails with new UIDs, listed again in ${following.ms} ms`);
}

async function checkChangedPassword(dovecot: Dovecot, caller: Client): Promise<void> {
  dovecot.setPassword('Changed-2');
  await caller.syncMailbox();
  const stopped = await waitForMailbox(caller, ({ state }) => state === 'stopped');
  verify(`stopped by ${stopped.trouble}`, stopped.trouble === 'login_refused');
}

async function listNewest(caller: Client) {
  const { messages } = await caller.listMailboxMessages({ query: { folder: 'inbox' } });
  return { ids: messages.map(({ id }) => id), subjects: messages.map(({ subject }) => subject) };
}

async function refresh(caller: Client): Promise<MailboxView> {
  const { last_email_sync: before } = await caller.syncMailbox();
  return waitForMailbox(caller, ({ last_email_sync }) => last_email_sync !== before);
}

function waitForMailbox(
  caller: Client,
  condition: (mailbox: MailboxView) => boolean,
): Promise<MailboxView> {
  const find = async () => {
    const { mailbox } = await caller.getMailbox();
    return mailbox && condition(mailbox) ? mailbox : undefined;
  };
  return waitFor('the mailbox reaches the expected state', find, { seconds: 300 });
}

async function measure<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now();
  const value = await work();
  return { value, ms: Math.round(performance.now() - startedAt) };
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let tries = 0; tries < 9; tries += 1) times.push((await measure(work)).ms);
  return times.sort((a, b) => a - b)[4] ?? 0;
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ApiError ? error.code : String(error);
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, place) => name === other[place]);
}

function peakMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
