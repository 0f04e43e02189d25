import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { retryPolicies } from '../jobs/job.ts';
import { noCheckpoint } from '../process.ts';
import { declareMail, mailText } from './mail.ts';
import { MailRefused, type OutgoingMail } from './mail-transport.ts';
import {
  enqueueMail,
  mailJob,
  policyOfMail,
  type QueuedMail,
  runMailJob,
  sendMail,
} from './mailer.ts';

const due = { to: 'anna@example.org', language: 'en' as const, facts: { files: 3 } };

const letter = declareMail({
  name: 'letter',
  to: 'somebody',
  when: 'a test wants it',
  retry: 'week',
  isBulk: true,
  find: async (
    { found }: { found: typeof due | { wait_seconds: number } | undefined },
    _: { letter_id: string },
  ) => found,
  text: (words) => mailText(words, 'account.proofs_failed', () => ['Body']),
});

const now = new Date('2026-11-17T12:00:00Z');
const ids = { letter_id: '1' };
const order = { mail: 'letter', mail_id: 'abc', ids };

/** A mail server that answers as told. */
function mailerThat(refusal?: MailRefused) {
  const delivered: OutgoingMail[] = [];
  const deliver = async (mail: OutgoingMail) => {
    if (refusal) throw refusal;
    delivered.push(mail);
    return { response: '250 ok' };
  };
  const site = { publicUrl: 'https://zavet.example/app', supportEmail: 'help@zavet.example' };
  const transport = { deliver, close: async () => {} };
  const log = pino({ level: 'silent' });
  return { delivered, mailer: { transport, site, log, checkpoint: noCheckpoint } };
}

const permanent = new MailRefused('550 no', { permanent: true });
const temporary = new MailRefused('451 later', { permanent: false });

test('a mail is written when it is sent, under a Message-ID of its name and id', async () => {
  const { mailer, delivered } = mailerThat();
  const settle = vi.fn(async () => {});
  expect(await sendMail(mailer, { found: due }, { ...letter, settle }, order)).toBe('taken');
  expect(settle).toHaveBeenCalledExactlyOnceWith({ found: due }, ids, due.facts, 'taken');
  expect(delivered).toMatchObject([
    { to: 'anna@example.org', language: 'en', message_id: '<letter.abc@zavet.example>' },
  ]);
});

const returnAddresses = {
  addressOf: (mailId: string) => `b-${mailId}@bounces.example.org`,
  mailIdOf: () => undefined,
};

test('every mail has a return address of its own, where reports are read', async () => {
  const { mailer, delivered } = mailerThat();
  await sendMail({ ...mailer, returnAddresses }, { found: due }, letter, order);
  await sendMail(mailer, { found: due }, letter, order);
  expect(delivered.map(({ return_path }) => return_path)).toEqual([
    'b-abc@bounces.example.org',
    undefined,
  ]);
});

test('a mail that wants to hear of a bounce is noted before it counts as taken', async () => {
  const did: string[] = [];
  const mailer = { ...mailerThat().mailer, recordSent: async () => void did.push('noted') };
  const settle = async () => void did.push('taken');
  const onBounced = async () => {};
  await sendMail(mailer, { found: due }, { ...letter, settle, onBounced }, order);
  expect(did.splice(0)).toEqual(['noted', 'taken']);
  await sendMail(mailer, { found: due }, { ...letter, settle }, order);
  expect(did).toEqual(['taken']);
});

test('a mail that is refused is not noted: nobody reports it later', async () => {
  const recordSent = vi.fn(async () => {});
  const mailer = { ...mailerThat(permanent).mailer, recordSent };
  await sendMail(mailer, { found: due }, { ...letter, onBounced: async () => {} }, order);
  expect(recordSent).not.toHaveBeenCalled();
});

test('a mail that is no longer due is not sent', async () => {
  const { mailer, delivered } = mailerThat();
  expect(await sendMail(mailer, { found: undefined }, letter, order)).toBe('not_due');
  expect(delivered).toEqual([]);
});

test('a permanent refusal ends the attempts, any other is retried', async () => {
  const settle = vi.fn(async () => {});
  const mail = { ...letter, settle };
  await expect(sendMail(mailerThat(temporary).mailer, { found: due }, mail, order)).rejects.toBe(
    temporary,
  );
  expect(settle).not.toHaveBeenCalled();
  expect(await sendMail(mailerThat(permanent).mailer, { found: due }, mail, order)).toBe('refused');
  expect(settle).toHaveBeenCalledExactlyOnceWith({ found: due }, ids, due.facts, 'refused');
});

test('a refusal that ends the tries is logged with what the server said, without the address', async () => {
  const lines: object[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const line = { host: 'mx.example.org:25', tls: 'TLSv1.3' };
  const refusal = new MailRefused('550 5.1.1 <anna@example.org> unknown', {
    permanent: true,
    ...line,
  });
  await sendMail({ ...mailerThat(refusal).mailer, log }, { found: due }, letter, order);
  expect(lines).toMatchObject([
    {
      code: 'mail_refused',
      mail: 'letter',
      reply: '550 5.1.1 <[address]> unknown',
      status_code: 550,
      ...line,
    },
  ]);
});

test('a mail may decide itself which refusal ends the tries', async () => {
  const never = { ...letter, isFinal: () => false };
  await expect(sendMail(mailerThat(permanent).mailer, { found: due }, never, order)).rejects.toBe(
    permanent,
  );
  const always = { ...letter, isFinal: () => true };
  expect(await sendMail(mailerThat(temporary).mailer, { found: due }, always, order)).toBe(
    'refused',
  );
});

function workOf(found: typeof due | { wait_seconds: number } | undefined) {
  const enqueue = vi.fn(async () => {});
  const { mailer, delivered } = mailerThat();
  const ctx = { mailer, jobs: { enqueue }, clock: { now: () => now }, found };
  const run = (order: QueuedMail) => runMailJob<typeof ctx>(ctx, [letter], order);
  return { run, enqueue, delivered };
}

test('the job of mails is tried as its mail says, behind others where it goes to many', () => {
  expect(policyOfMail([letter], order)).toEqual({ retry: retryPolicies.week, priority: -1 });
  expect(() => policyOfMail([letter], { ...order, mail: 'unheard_of' })).toThrow('unheard_of');
});

test('a mail that is held back waits for its turn as the same mail', async () => {
  const { run, enqueue, delivered } = workOf({ wait_seconds: 90 });
  await run(order);
  expect(delivered).toEqual([]);
  const held = { ...order, held_since: now.toISOString() };
  expect(enqueue).toHaveBeenCalledWith(mailJob, held, { startAfterSeconds: 90 });
});

test('a mail that is held back again keeps the day since when, and fails after two weeks of it', async () => {
  const { run, enqueue } = workOf({ wait_seconds: 90 });
  const since = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000).toISOString();
  const waiting = { ...order, held_since: since(14) };
  await run(waiting);
  expect(enqueue).toHaveBeenCalledExactlyOnceWith(mailJob, waiting, { startAfterSeconds: 90 });
  const tooLong = run({ ...order, held_since: since(14.1) });
  await expect(tooLong).rejects.toThrow('held back for too long');
  expect(enqueue).toHaveBeenCalledOnce();
});

test('a mail whose domain is paused waits as the same mail, which is no refusal of it', async () => {
  const settle = vi.fn(async () => {});
  const mail = { ...letter, settle, isFinal: () => true };
  const { mailer } = mailerThat(
    new MailRefused('later', { permanent: false, retryAfterMs: 90_500 }),
  );
  expect(await sendMail(mailer, { found: due }, mail, order)).toEqual({ wait_seconds: 91 });
  expect(settle).not.toHaveBeenCalled();
});

test('an order carries the name of the mail, its ids and an id of its own', async () => {
  const { enqueue } = workOf(due);
  await enqueueMail({ jobs: { enqueue } }, letter, ids);
  await enqueueMail({ jobs: { enqueue } }, letter, ids, { mailId: 'abc', startAfterSeconds: 5 });
  expect(enqueue).toHaveBeenNthCalledWith(
    1,
    mailJob,
    { mail: 'letter', mail_id: expect.stringMatching(/^[\da-f-]{36}$/), ids },
    { startAfterSeconds: undefined },
  );
  expect(enqueue).toHaveBeenNthCalledWith(2, mailJob, order, { startAfterSeconds: 5 });
});
