import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@zavet/contract/client';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { reportShapes, shapeCalled } from '@zavet/smtp-stand-in/report-shapes';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { createTransport } from 'nodemailer';
import { type BenchServer, startServer } from '../bench/server.ts';
import { ownerByMail } from './bounce-owner.ts';
import { lettersBounce, publicUrl } from './bounced-letters.ts';
import { type Dovecot, prepareDovecot } from './dovecot.ts';
import { must } from './loopback.ts';
import { type Postfix, preparePostfix } from './postfix.ts';

type Say = (line: string) => void;
type Owners = Client[];
const password = 'App-password-1';
const domain = 'bounces.zavet.test';

/**
 * The built product sends through a real postfix, whose reports, and those of servers that are not here,
 * come into a real dovecot. The far end of the mail is played.
 */
export async function bounces(say: Say): Promise<void> {
  const far = await startSmtpStandIn();
  const dovecot = prepareDovecot(31_994);
  const farPort = Number(new URL(far.url).port);
  const postfix = preparePostfix({ farPort, domain, maildir: dovecot.maildir });
  const postgres = await startPostgresStandIn();
  let server: BenchServer | undefined;
  try {
    dovecot.setPassword(password);
    await dovecot.start();
    await postfix.start();
    const user = encodeURIComponent(dovecot.user);
    server = await startServer(await postgres.newDatabase('bounces'), {
      SMTP_URL: `smtp://127.0.0.1:${postfix.port}?ignoreTLS=true`,
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      BOUNCE_DOMAIN: domain,
      BOUNCE_IMAP_URL: `imaps://${user}:${password}@localhost:${dovecot.port}/INBOX`,
      MAILBOX_CA_FILE: dovecot.caFile,
      MAX_TRUSTED_CONTACTS: '0',
    });
    const { warnings } = await server.client().checkSetup();
    must('the setup knows that reports are read', !warnings.includes('bounces_not_read'));
    const owners: Owners = [];
    for (let owner = 0; owner < 4; owner += 1) {
      owners.push(await ownerByMail(server, far, `owner-${owner}@far.test`));
    }
    await bouncedByPostfix(owners, far, say);
    await reportedInEveryShape(owners, far, postfix, say);
    await doubledAndLate(owners, far, postfix, say);
    await forged(owners, far, postfix, dovecot, say);
    await survivesDeath(owners, far, postfix, dovecot, say);
    await lettersBounce({ server, far }, async (to, recipient) => {
      await report(postfix, to, shapeCalled('Gmail').source({ to, recipient }));
      await readTwice(owners, far, postfix);
    });
    say('a letter that came back is shown, one that was closed is left alone');
  } finally {
    await server?.stop();
    await postfix.remove();
    await dovecot.remove();
    await postgres.stop();
    await far.stop();
  }
}

/** Made by postfix itself: an unknown address, a full mailbox, and one that is given up late. */
async function bouncedByPostfix(owners: Owners, far: SmtpStandIn, say: Say): Promise<void> {
  far.answer('unknown@far.test', { code: 550, unknown: true, words: '5.1.1 no such user' });
  far.answer('full@far.test', { code: 552, words: '5.2.2 mailbox full' });
  far.answer('late@far.test', { code: 450, unknown: true, words: '4.2.1 try again later' });
  const began = performance.now();
  for (const name of ['unknown', 'full', 'late', 'fine']) await invite(owners, `${name}@far.test`);
  const states = await statesOf(owners);
  must('postfix takes all of them at first', Object.values(states).every(isSent));
  await until(
    owners,
    ({ 'unknown@far.test': a, 'full@far.test': b }) => a === b && a === 'refused',
  );
  say(`an unknown address and a full mailbox shown after ${secondsSince(began)} s`);
  await until(owners, ({ 'late@far.test': state }) => state === 'refused');
  say(`a mail that was given up late shown after ${secondsSince(began)} s`);
  must('who was reached is shown so', (await statesOf(owners))['fine@far.test'] === 'sent');
  let unreachable = 0;
  for (const owner of owners) {
    const { findings } = await owner.getReadiness();
    unreachable += findings.find(({ kind }) => kind === 'contacts_unreachable')?.count ?? 0;
  }
  must(`readiness names three, not ${unreachable}`, unreachable === 3);
}

/** As other servers write them, through postfix into the mailbox. */
async function reportedInEveryShape(
  owners: Owners,
  far: SmtpStandIn,
  postfix: Postfix,
  say: Say,
): Promise<void> {
  const expected: Record<string, 'refused' | 'sent'> = {};
  for (const [place, shape] of reportShapes.entries()) {
    const email = `shape-${place}@far.test`;
    await invite(owners, email);
    const to = await returnAddress(far, email);
    await report(postfix, to, shape.source({ to, recipient: email }));
    expected[email] = shape.says?.kind === 'failed' ? 'refused' : 'sent';
  }
  const began = performance.now();
  await until(owners, (states) =>
    Object.entries(expected).every(([email, state]) => states[email] === state),
  ).catch(async () => {
    const states = await statesOf(owners);
    const wrong = reportShapes.filter((_, place) => {
      const email = `shape-${place}@far.test`;
      return states[email] !== expected[email];
    });
    throw new Error(`does not hold: ${wrong.map(({ name }) => name).join('; ')}`);
  });
  const failed = Object.values(expected).filter((state) => state === 'refused').length;
  say(
    `${reportShapes.length} shapes, ${failed} of them failures, right after ${secondsSince(began)} s`,
  );
}

/** A copy, and a report about an invitation that was replaced, change nothing. */
async function doubledAndLate(
  owners: Owners,
  far: SmtpStandIn,
  postfix: Postfix,
  say: Say,
): Promise<void> {
  const email = 'again@far.test';
  const { contact, owner } = await invite(owners, email);
  const to = await returnAddress(far, email);
  const source = shapeCalled('qmail').source({ to, recipient: email });
  await report(postfix, to, source);
  await until(owners, ({ [email]: state }) => state === 'refused');
  await owner.sendConfirmationEmail({ body: { p_contact_id: contact.id } });
  must('it can be sent again', (await statesOf(owners))[email] === 'sent');
  await report(postfix, to, source);
  await report(postfix, to, shapeCalled('Gmail').source({ to, recipient: email }));
  await readTwice(owners, far, postfix);
  must('a report about the former one changes nothing', (await statesOf(owners))[email] === 'sent');
  say('doubled and late reports changed nothing');
}

async function forged(
  owners: Owners,
  far: SmtpStandIn,
  postfix: Postfix,
  dovecot: Dovecot,
  say: Say,
): Promise<void> {
  const email = 'forged@far.test';
  await invite(owners, email);
  const to = await returnAddress(far, email);
  const other = to.replace(/.(?=@)/, (letter) => (letter === 'a' ? 'b' : 'a'));
  for (const name of ['Postfix, no such user', 'qmail', 'Exchange 2000']) {
    await report(postfix, other, shapeCalled(name).source({ to: other, recipient: email }));
  }
  await readTwice(owners, far, postfix);
  must('forged reports change nothing', (await statesOf(owners))[email] === 'sent');
  const left = dovecot.mails().filter((text) => text.includes(other)).length;
  must(`and stay where they are: ${left} of 3`, left === 3);
  say('forged reports changed nothing and were left in the mailbox');
}

/** The server of the mailbox dies and comes back; nothing is lost. */
async function survivesDeath(
  owners: Owners,
  far: SmtpStandIn,
  postfix: Postfix,
  dovecot: Dovecot,
  say: Say,
): Promise<void> {
  await dovecot.kill();
  const emails = Array.from({ length: 5 }, (_, place) => `death-${place}@far.test`);
  for (const email of emails) {
    await invite(owners, email);
    const to = await returnAddress(far, email);
    await report(postfix, to, shapeCalled('Gmail').source({ to, recipient: email }));
  }
  await pause(65_000);
  must('nobody knows yet', Object.values(pick(await statesOf(owners), emails)).every(isSent));
  await dovecot.start();
  const began = performance.now();
  await until(owners, (states) => emails.every((email) => states[email] === 'refused'));
  say(`five reports read ${secondsSince(began)} s after the mailbox was back`);
}

/** A report that comes after others was read after them. */
async function readTwice(owners: Owners, far: SmtpStandIn, postfix: Postfix): Promise<void> {
  const email = `marker-${performance.now()}@far.test`.replace(/\.(?=\d+@)/, '-');
  await invite(owners, email);
  const to = await returnAddress(far, email);
  await report(postfix, to, shapeCalled('Gmail').source({ to, recipient: email }));
  await until(owners, ({ [email]: state }) => state === 'refused');
}

async function report(postfix: Postfix, to: string, raw: string): Promise<void> {
  const line = createTransport({
    host: '127.0.0.1',
    port: postfix.port,
    secure: false,
    ignoreTLS: true,
  });
  await line.sendMail({ envelope: { from: '', to: [to] }, raw });
}

let invited = 0;

/** By one owner after another: each may name only so many in an hour. */
async function invite(owners: Owners, email: string) {
  const owner = owners[invited++ % owners.length];
  if (!owner) throw new Error('there is no owner');
  const { contact } = await owner.createContact({
    body: {
      ...{ name: 'Boris', email, phone: '', relationship: '', notes: '', address: '' },
      ...{ category: 'family' as const, preferred_language: 'en' as const },
      ...{ is_minor: false, has_guardian_consent: false },
    },
  });
  return { contact, owner };
}

/** The envelope sender of the newest mail to an address. */
async function returnAddress(far: SmtpStandIn, email: string): Promise<string> {
  for (let tries = 0; tries < 300; tries += 1) {
    const mail = far.taken.findLast(({ to }) => to === email);
    if (mail) return mail.sender;
    await pause(100);
  }
  throw new Error(`no mail has come to ${email}`);
}

type States = Record<string, string | undefined>;

async function statesOf(owners: Owners): Promise<States> {
  const states: States = {};
  for (const owner of owners) {
    const { contacts } = await owner.listContacts();
    for (const { email, invitation } of contacts) states[email] = invitation?.mail_state;
  }
  return states;
}

async function until(owners: Owners, isThere: (states: States) => boolean): Promise<void> {
  for (let tries = 0; tries < 360; tries += 1) {
    if (isThere(await statesOf(owners))) return;
    await pause(1_000);
  }
  throw new Error('what was waited for did not come in six minutes');
}

const isSent = (state: string | undefined) => state === 'sent';

function pick(states: States, emails: readonly string[]): States {
  return Object.fromEntries(emails.map((email) => [email, states[email]]));
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 1_000);
}
