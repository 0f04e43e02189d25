import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@zavet/contract/client';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { findShape, reportShapes } from '@zavet/smtp-stand-in/report-shapes';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { createTransport } from 'nodemailer';
import { type BenchServer, startServer } from '../bench/server.ts';
import { type Dovecot, prepareDovecot } from './dovecot.ts';
import { activateProtocol, ownerByMail, publicUrl, type Scene } from './people.ts';
import { type Postfix, preparePostfix } from './postfix.ts';
import { type Print, secondsSince, verify, waitFor } from './trial.ts';

type Owners = Client[];
const password = 'App-password-1';
const domain = 'bounces.zavet.test';

/**
 * The built product sends through postfix. Reports of postfix and other servers arrive in dovecot. The
 * recipients' server is a fake.
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
    await checkPostfixBounces(owners, remote, print);
    await checkEveryFormat(owners, remote, postfix, print);
    await checkDuplicateAndLateReports(owners, remote, postfix, print);
    await checkForgedReports(owners, remote, postfix, dovecot, print);
    await checkMailboxCrash(owners, remote, postfix, dovecot, print);
    await checkBouncedLetters({ server, remote }, async (to, recipient) => {
      await sendReport(postfix, to, findShape('Gmail').source({ to, recipient }));
      await waitUntilReportsRead(owners, remote, postfix);
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
 * A bounced letter is shown to the activating contact. A report about a letter whose link is closed
 * changes nothing.
 */
async function checkBouncedLetters(
  scene: Scene,
  reportAndRead: (returnAddress: string, recipient: string) => Promise<void>,
): Promise<void> {
  const { server, remote } = scene;
  const heir = await ownerByMail(server, remote, 'heir@far.test');
  remote.answer('letter@far.test', { code: 550, unknown: true, words: '5.1.1 no such user' });
  const bounced = await activateProtocol(scene, heir, 'giver-0@far.test', 'letter@far.test');
  const isShown = async () => {
    const { unreached } = await heir.getActivation({ params: { id: bounced.activationId } });
    return unreached.some(({ recipient_email }) => recipient_email === 'letter@far.test');
  };
  await waitFor('the bounced letter is shown', isShown, { seconds: 360 });
  const closed = await activateProtocol(scene, heir, 'giver-1@far.test', 'closed@far.test');
  const sent = () => remote.accepted.filter(({ to }) => to === 'closed@far.test');
  await waitFor('the other letter has arrived', () => sent().length === 1);
  await closed.giver.closeLetters();
  await reportAndRead(sent()[0]?.sender ?? '', 'closed@far.test');
  const { unreached } = await heir.getActivation({ params: { id: closed.activationId } });
  if (unreached.length > 0 || sent().length !== 1) {
    throw new Error('not true: a report about a closed link changes nothing');
  }
}

/** Reports by postfix itself: an unknown address, a full mailbox, and an expired mail. */
async function checkPostfixBounces(
  owners: Owners,
  remote: SmtpStandIn,
  print: Print,
): Promise<void> {
  remote.answer('unknown@far.test', { code: 550, unknown: true, words: '5.1.1 no such user' });
  remote.answer('full@far.test', { code: 552, words: '5.2.2 mailbox full' });
  remote.answer('late@far.test', { code: 450, unknown: true, words: '4.2.1 try again later' });
  const startedAt = performance.now();
  for (const name of ['unknown', 'full', 'late', 'fine']) await invite(owners, `${name}@far.test`);
  const states = await statesOf(owners);
  verify('postfix accepts all mails at first', Object.values(states).every(isSent));
  await waitForStates(
    owners,
    ({ 'unknown@far.test': a, 'full@far.test': b }) => a === b && a === 'refused',
  );
  print(`an unknown address and a full mailbox shown after ${secondsSince(startedAt)} s`);
  await waitForStates(owners, ({ 'late@far.test': state }) => state === 'refused');
  print(`an expired mail shown after ${secondsSince(startedAt)} s`);
  verify('a delivered mail is shown as sent', (await statesOf(owners))['fine@far.test'] === 'sent');
  let unreachable = 0;
  for (const owner of owners) {
    const { findings } = await owner.getReadiness();
    unreachable += findings.find(({ kind }) => kind === 'contacts_unreachable')?.count ?? 0;
  }
  verify(`readiness counts three unreachable contacts, not ${unreachable}`, unreachable === 3);
}

/** Reports in the formats of other servers, delivered by postfix. */
async function checkEveryFormat(
  owners: Owners,
  remote: SmtpStandIn,
  postfix: Postfix,
  print: Print,
): Promise<void> {
  const expected: Record<string, 'refused' | 'sent'> = {};
  for (const [index, shape] of reportShapes.entries()) {
    const email = `shape-${index}@far.test`;
    await invite(owners, email);
    const to = await findReturnAddress(remote, email);
    await sendReport(postfix, to, shape.source({ to, recipient: email }));
    expected[email] = shape.says?.kind === 'failed' ? 'refused' : 'sent';
  }
  const startedAt = performance.now();
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
    `${reportShapes.length} formats, ${failed} of them failures, read correctly after ${secondsSince(startedAt)} s`,
  );
}

/** A repeated report and one about a replaced invitation change nothing. */
async function checkDuplicateAndLateReports(
  owners: Owners,
  remote: SmtpStandIn,
  postfix: Postfix,
  print: Print,
): Promise<void> {
  const email = 'again@far.test';
  const { contact, owner } = await invite(owners, email);
  const to = await findReturnAddress(remote, email);
  const source = findShape('qmail').source({ to, recipient: email });
  await sendReport(postfix, to, source);
  await waitForStates(owners, ({ [email]: state }) => state === 'refused');
  await owner.sendConfirmationEmail({ body: { p_contact_id: contact.id } });
  verify('the invitation can be sent again', (await statesOf(owners))[email] === 'sent');
  await sendReport(postfix, to, source);
  await sendReport(postfix, to, findShape('Gmail').source({ to, recipient: email }));
  await waitUntilReportsRead(owners, remote, postfix);
  verify(
    'a report about the replaced invitation changes nothing',
    (await statesOf(owners))[email] === 'sent',
  );
  print('repeated and late reports changed nothing');
}

async function checkForgedReports(
  owners: Owners,
  remote: SmtpStandIn,
  postfix: Postfix,
  dovecot: Dovecot,
  print: Print,
): Promise<void> {
  const email = 'forged@far.test';
  await invite(owners, email);
  const to = await findReturnAddress(remote, email);
  const forgedAddress = to.replace(/.(?=@)/, (letter) => (letter === 'a' ? 'b' : 'a'));
  for (const name of ['Postfix, no such user', 'qmail', 'Exchange 2000']) {
    await sendReport(
      postfix,
      forgedAddress,
      findShape(name).source({ to: forgedAddress, recipient: email }),
    );
  }
  await waitUntilReportsRead(owners, remote, postfix);
  verify('forged reports change nothing', (await statesOf(owners))[email] === 'sent');
  const left = dovecot.mails().filter((text) => text.includes(forgedAddress)).length;
  verify(`forged reports stay in the mailbox: ${left} of 3`, left === 3);
  print('forged reports changed nothing and were left in the mailbox');
}

/** No report is lost while the mailbox server is down. */
async function checkMailboxCrash(
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
    const to = await findReturnAddress(remote, email);
    await sendReport(postfix, to, findShape('Gmail').source({ to, recipient: email }));
  }
  await pause(65_000);
  verify(
    'no report was read yet',
    Object.values(pickStates(await statesOf(owners), emails)).every(isSent),
  );
  await dovecot.start();
  const startedAt = performance.now();
  await waitForStates(owners, (states) => emails.every((email) => states[email] === 'refused'));
  print(`five reports read ${secondsSince(startedAt)} s after the mailbox was back`);
}

/** Waits until a new report is read, which implies that earlier ones were read. */
async function waitUntilReportsRead(
  owners: Owners,
  remote: SmtpStandIn,
  postfix: Postfix,
): Promise<void> {
  const email = `marker-${performance.now()}@far.test`.replace(/\.(?=\d+@)/, '-');
  await invite(owners, email);
  const to = await findReturnAddress(remote, email);
  await sendReport(postfix, to, findShape('Gmail').source({ to, recipient: email }));
  await waitForStates(owners, ({ [email]: state }) => state === 'refused');
}

async function sendReport(postfix: Postfix, to: string, raw: string): Promise<void> {
  const line = createTransport({
    host: '127.0.0.1',
    port: postfix.port,
    secure: false,
    ignoreTLS: true,
  });
  await line.sendMail({ envelope: { from: '', to: [to] }, raw });
}

let invitationCount = 0;

/** Owners take turns, because of the hourly rate limit for invitations. */
async function invite(owners: Owners, email: string) {
  const owner = owners[invitationCount++ % owners.length];
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
async function findReturnAddress(remote: SmtpStandIn, email: string): Promise<string> {
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
  await waitFor('the contacts reach the expected states', find, { seconds: 360, pauseMs: 1_000 });
}

const isSent = (state: string | undefined) => state === 'sent';

function pickStates(states: States, emails: readonly string[]): States {
  return Object.fromEntries(emails.map((email) => [email, states[email]]));
}
