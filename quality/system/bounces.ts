import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@zavet/contract/client';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { reportShapes, shapeCalled } from '@zavet/smtp-stand-in/report-shapes';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { createTransport } from 'nodemailer';
import { type BenchServer, startServer } from '../bench/server.ts';
import { type Dovecot, prepareDovecot } from './dovecot.ts';
import { activated, ownerByMail, publicUrl, type Scene } from './people.ts';
import { type Postfix, preparePostfix } from './postfix.ts';
import { type Print, secondsSince, until, verify } from './trial.ts';

type Owners = Client[];
const password = 'App-password-1';
const domain = 'bounces.zavet.test';

/**
 * The built product sends through postfix, whose reports, and those of other servers, arrive in
 * dovecot. The recipients' server is a stand-in.
 */
export async function bounces(print: Print): Promise<void> {
  const remote = await startSmtpStandIn();
  const dovecot = prepareDovecot(31_994);
  const remotePort = Number(new URL(remote.url).port);
  const postfix = preparePostfix({ remotePort, domain, maildir: dovecot.maildir });
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
      NODE_EXTRA_CA_CERTS: dovecot.caFile,
      MAX_TRUSTED_CONTACTS: '0',
    });
    const { warnings } = await server.client().checkSetup();
    verify('the setup page does not warn about bounces', !warnings.includes('bounces_not_read'));
    const owners: Owners = [];
    for (let owner = 0; owner < 4; owner += 1) {
      owners.push(await ownerByMail(server, remote, `owner-${owner}@far.test`));
    }
    await bouncedByPostfix(owners, remote, print);
    await readsEveryFormat(owners, remote, postfix, print);
    await duplicateAndLate(owners, remote, postfix, print);
    await forged(owners, remote, postfix, dovecot, print);
    await survivesDeath(owners, remote, postfix, dovecot, print);
    await lettersBounce({ server, remote }, async (to, recipient) => {
      await report(postfix, to, shapeCalled('Gmail').source({ to, recipient }));
      await readTwice(owners, remote, postfix);
    });
    print('a bounced letter is shown, a closed one stays unchanged');
  } finally {
    await server?.stop();
    await postfix.remove();
    await dovecot.remove();
    await postgres.stop();
    await remote.stop();
  }
}

/**
 * A bounced letter is shown to the activating contact. A report about a closed letter changes
 * nothing.
 */
async function lettersBounce(
  scene: Scene,
  reportAndRead: (returnAddress: string, recipient: string) => Promise<void>,
): Promise<void> {
  const { server, remote } = scene;
  const heir = await ownerByMail(server, remote, 'heir@far.test');
  remote.answer('letter@far.test', { code: 550, unknown: true, words: '5.1.1 no such user' });
  const bounced = await activated(scene, heir, 'giver-0@far.test', 'letter@far.test');
  const isShown = async () => {
    const { unreached } = await heir.getActivation({ params: { id: bounced.activationId } });
    return unreached.some(({ recipient_email }) => recipient_email === 'letter@far.test');
  };
  await until('the bounced letter is shown', isShown, { seconds: 360 });
  const closed = await activated(scene, heir, 'giver-1@far.test', 'closed@far.test');
  const sent = () => remote.accepted.filter(({ to }) => to === 'closed@far.test');
  await until('the other letter has arrived', () => sent().length === 1);
  await closed.giver.closeLetters();
  await reportAndRead(sent()[0]?.sender ?? '', 'closed@far.test');
  const { unreached } = await heir.getActivation({ params: { id: closed.activationId } });
  if (unreached.length > 0 || sent().length !== 1) {
    throw new Error('not true: a report about a closed link changes nothing');
  }
}

/** Reports of postfix itself: an unknown address, a full mailbox, and an expired mail. */
async function bouncedByPostfix(owners: Owners, remote: SmtpStandIn, print: Print): Promise<void> {
  remote.answer('unknown@far.test', { code: 550, unknown: true, words: '5.1.1 no such user' });
  remote.answer('full@far.test', { code: 552, words: '5.2.2 mailbox full' });
  remote.answer('late@far.test', { code: 450, unknown: true, words: '4.2.1 try again later' });
  const began = performance.now();
  for (const name of ['unknown', 'full', 'late', 'fine']) await invite(owners, `${name}@far.test`);
  const states = await statesOf(owners);
  verify('postfix accepts all mails at first', Object.values(states).every(isSent));
  await waitForStates(
    owners,
    ({ 'unknown@far.test': a, 'full@far.test': b }) => a === b && a === 'refused',
  );
  print(`an unknown address and a full mailbox shown after ${secondsSince(began)} s`);
  await waitForStates(owners, ({ 'late@far.test': state }) => state === 'refused');
  print(`an expired mail shown after ${secondsSince(began)} s`);
  verify('a delivered mail is shown as sent', (await statesOf(owners))['fine@far.test'] === 'sent');
  let unreachable = 0;
  for (const owner of owners) {
    const { findings } = await owner.getReadiness();
    unreachable += findings.find(({ kind }) => kind === 'contacts_unreachable')?.count ?? 0;
  }
  verify(`readiness counts three unreachable contacts, not ${unreachable}`, unreachable === 3);
}

/** Reports in the formats of other servers, delivered by postfix. */
async function readsEveryFormat(
  owners: Owners,
  remote: SmtpStandIn,
  postfix: Postfix,
  print: Print,
): Promise<void> {
  const expected: Record<string, 'refused' | 'sent'> = {};
  for (const [index, shape] of reportShapes.entries()) {
    const email = `shape-${index}@far.test`;
    await invite(owners, email);
    const to = await returnAddress(remote, email);
    await report(postfix, to, shape.source({ to, recipient: email }));
    expected[email] = shape.says?.kind === 'failed' ? 'refused' : 'sent';
  }
  const began = performance.now();
  await waitForStates(owners, (states) =>
    Object.entries(expected).every(([email, state]) => states[email] === state),
  ).catch(async () => {
    const states = await statesOf(owners);
    const wrong = reportShapes.filter((_, index) => {
      const email = `shape-${index}@far.test`;
      return states[email] !== expected[email];
    });
    throw new Error(`misread: ${wrong.map(({ name }) => name).join('; ')}`);
  });
  const failed = Object.values(expected).filter((state) => state === 'refused').length;
  print(
    `${reportShapes.length} formats, ${failed} of them failures, read correctly after ${secondsSince(began)} s`,
  );
}

/** A copy, and a report about a replaced invitation, change nothing. */
async function duplicateAndLate(
  owners: Owners,
  remote: SmtpStandIn,
  postfix: Postfix,
  print: Print,
): Promise<void> {
  const email = 'again@far.test';
  const { contact, owner } = await invite(owners, email);
  const to = await returnAddress(remote, email);
  const source = shapeCalled('qmail').source({ to, recipient: email });
  await report(postfix, to, source);
  await waitForStates(owners, ({ [email]: state }) => state === 'refused');
  await owner.sendConfirmationEmail({ body: { p_contact_id: contact.id } });
  verify('the invitation can be sent again', (await statesOf(owners))[email] === 'sent');
  await report(postfix, to, source);
  await report(postfix, to, shapeCalled('Gmail').source({ to, recipient: email }));
  await readTwice(owners, remote, postfix);
  verify(
    'a report about the replaced invitation changes nothing',
    (await statesOf(owners))[email] === 'sent',
  );
  print('doubled and late reports changed nothing');
}

async function forged(
  owners: Owners,
  remote: SmtpStandIn,
  postfix: Postfix,
  dovecot: Dovecot,
  print: Print,
): Promise<void> {
  const email = 'forged@far.test';
  await invite(owners, email);
  const to = await returnAddress(remote, email);
  const other = to.replace(/.(?=@)/, (letter) => (letter === 'a' ? 'b' : 'a'));
  for (const name of ['Postfix, no such user', 'qmail', 'Exchange 2000']) {
    await report(postfix, other, shapeCalled(name).source({ to: other, recipient: email }));
  }
  await readTwice(owners, remote, postfix);
  verify('forged reports change nothing', (await statesOf(owners))[email] === 'sent');
  const left = dovecot.mails().filter((text) => text.includes(other)).length;
  verify(`forged reports stay in the mailbox: ${left} of 3`, left === 3);
  print('forged reports changed nothing and were left in the mailbox');
}

/** The mailbox server dies and comes back; nothing is lost. */
async function survivesDeath(
  owners: Owners,
  remote: SmtpStandIn,
  postfix: Postfix,
  dovecot: Dovecot,
  print: Print,
): Promise<void> {
  await dovecot.kill();
  const emails = Array.from({ length: 5 }, (_, site) => `death-${site}@far.test`);
  for (const email of emails) {
    await invite(owners, email);
    const to = await returnAddress(remote, email);
    await report(postfix, to, shapeCalled('Gmail').source({ to, recipient: email }));
  }
  await pause(65_000);
  verify(
    'no report was read yet',
    Object.values(pick(await statesOf(owners), emails)).every(isSent),
  );
  await dovecot.start();
  const began = performance.now();
  await waitForStates(owners, (states) => emails.every((email) => states[email] === 'refused'));
  print(`five reports read ${secondsSince(began)} s after the mailbox was back`);
}

/** A later report is read after earlier ones. */
async function readTwice(owners: Owners, remote: SmtpStandIn, postfix: Postfix): Promise<void> {
  const email = `marker-${performance.now()}@far.test`.replace(/\.(?=\d+@)/, '-');
  await invite(owners, email);
  const to = await returnAddress(remote, email);
  await report(postfix, to, shapeCalled('Gmail').source({ to, recipient: email }));
  await waitForStates(owners, ({ [email]: state }) => state === 'refused');
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

/** Owners take turns, because each may invite only so many per hour. */
async function invite(owners: Owners, email: string) {
  const owner = owners[invited++ % owners.length];
  if (!owner) throw new Error('there are no owners');
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
async function returnAddress(remote: SmtpStandIn, email: string): Promise<string> {
  for (let tries = 0; tries < 300; tries += 1) {
    const mail = remote.accepted.findLast(({ to }) => to === email);
    if (mail) return mail.sender;
    await pause(100);
  }
  throw new Error(`no mail has arrived for ${email}`);
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

async function waitForStates(
  owners: Owners,
  condition: (states: States) => boolean,
): Promise<void> {
  const find = async () => condition(await statesOf(owners));
  await until('the contacts reach the expected states', find, { seconds: 360, pauseMs: 1_000 });
}

const isSent = (state: string | undefined) => state === 'sent';

function pick(states: States, emails: readonly string[]): States {
  return Object.fromEntries(emails.map((email) => [email, states[email]]));
}
