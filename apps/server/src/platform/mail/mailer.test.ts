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
  to: 'a recipient',
  when: 'in tests',
  retry: 'week',
  isBulk: true,
  find: async (
    { found }: { found: typeof due | { wait_seconds: number } | undefined },
    _: { letter_id: string },
  ) => found,
  text: (words) => mailText(words, 'account.security_notice.proofs_failed', () => ['Body']),
});

const now = new Date('2026-11-17T12:00:00Z');
const ids = { letter_id: '1' };
const queued = { mail: 'letter', mail_id: 'abc', ids };

function mailerWith(refusal?: MailRefused) {
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

test('renders and sends a mail with a Message-ID of its name and id', async () => {
  const { mailer, delivered } = mailerWith();
  const settle = vi.fn(async () => {});
  expect(await sendMail(mailer, { found: due }, { ...letter, settle }, queued)).toBe('accepted');
  expect(settle).toHaveBeenCalledExactlyOnceWith({ found: due }, ids, due.facts, 'accepted');
  expect(delivered).toMatchObject([
    { to: 'anna@example.org', language: 'en', message_id: '<letter.abc@zavet.example>' },
  ]);
});

const returnAddresses = {
  addressOf: (mailId: string) => `b-${mailId}@bounces.example.org`,
  mailIdOf: () => undefined,
};

test('sets a return address per mail if reports are read', async () => {
  const { mailer, delivered } = mailerWith();
  await sendMail({ ...mailer, returnAddresses }, { found: due }, letter, queued);
  await sendMail(mailer, { found: due }, letter, queued);
  expect(delivered.map(({ return_path }) => return_path)).toEqual([
    'b-abc@bounces.example.org',
    undefined,
  ]);
});

test('records the recipient of a mail with `onBounced` before settling it', async () => {
  const steps: string[] = [];
  const mailer = { ...mailerWith().mailer, recordSent: async () => void steps.push('recorded') };
  const settle = async () => void steps.push('accepted');
  const onBounced = async () => {};
  await sendMail(mailer, { found: due }, { ...letter, settle, onBounced }, queued);
  expect(steps.splice(0)).toEqual(['recorded', 'accepted']);
  await sendMail(mailer, { found: due }, { ...letter, settle }, queued);
  expect(steps).toEqual(['accepted']);
});

test('does not record the recipient of a refused mail', async () => {
  const recordSent = vi.fn(async () => {});
  const mailer = { ...mailerWith(permanent).mailer, recordSent };
  await sendMail(mailer, { found: due }, { ...letter, onBounced: async () => {} }, queued);
  expect(recordSent).not.toHaveBeenCalled();
});

test('does not send a mail that is no longer due', async () => {
  const { mailer, delivered } = mailerWith();
  expect(await sendMail(mailer, { found: undefined }, letter, queued)).toBe('not_due');
  expect(delivered).toEqual([]);
});

test('settles a mail after a permanent refusal and retries after others', async () => {
  const settle = vi.fn(async () => {});
  const mail = { ...letter, settle };
  await expect(sendMail(mailerWith(temporary).mailer, { found: due }, mail, queued)).rejects.toBe(
    temporary,
  );
  expect(settle).not.toHaveBeenCalled();
  expect(await sendMail(mailerWith(permanent).mailer, { found: due }, mail, queued)).toBe(
    'refused',
  );
  expect(settle).toHaveBeenCalledExactlyOnceWith({ found: due }, ids, due.facts, 'refused');
});

test('logs a final refusal with the reply, without the address', async () => {
  const lines: object[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const connection = { host: 'mx.example.org:25', tls: 'TLSv1.3' };
  const refusal = new MailRefused('550 5.1.1 <anna@example.org> unknown', {
    permanent: true,
    ...connection,
  });
  await sendMail({ ...mailerWith(refusal).mailer, log }, { found: due }, letter, queued);
  expect(lines).toMatchObject([
    {
      code: 'mail_refused',
      mail: 'letter',
      reply: '550 5.1.1 <[address]> unknown',
      status_code: 550,
      ...connection,
    },
  ]);
});

test('lets the mail decide if a refusal is final', async () => {
  const never = { ...letter, isFinal: () => false };
  await expect(sendMail(mailerWith(permanent).mailer, { found: due }, never, queued)).rejects.toBe(
    permanent,
  );
  const always = { ...letter, isFinal: () => true };
  expect(await sendMail(mailerWith(temporary).mailer, { found: due }, always, queued)).toBe(
    'refused',
  );
});

function jobWith(found: typeof due | { wait_seconds: number } | undefined) {
  const enqueue = vi.fn(async () => {});
  const { mailer, delivered } = mailerWith();
  const ctx = { mailer, jobs: { enqueue }, clock: { now: () => now }, found };
  const run = (mail: QueuedMail) => runMailJob<typeof ctx>(ctx, [letter], mail);
  return { run, enqueue, delivered };
}

test('uses the retry policy of the mail, and a low priority for bulk mails', () => {
  expect(policyOfMail([letter], queued)).toEqual({ retry: retryPolicies.week, priority: -1 });
  expect(() => policyOfMail([letter], { ...queued, mail: 'no_such_mail' })).toThrow('no_such_mail');
});

test('enqueues a delayed mail again', async () => {
  const { run, enqueue, delivered } = jobWith({ wait_seconds: 90 });
  await run(queued);
  expect(delivered).toEqual([]);
  const held = { ...queued, held_since: now.toISOString() };
  expect(enqueue).toHaveBeenCalledWith(mailJob, held, { startAfterSeconds: 90 });
});

test('fails after two weeks of delays', async () => {
  const { run, enqueue } = jobWith({ wait_seconds: 90 });
  const since = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000).toISOString();
  const waiting = { ...queued, held_since: since(14) };
  await run(waiting);
  expect(enqueue).toHaveBeenCalledExactlyOnceWith(mailJob, waiting, { startAfterSeconds: 90 });
  const tooLong = run({ ...queued, held_since: since(14.1) });
  await expect(tooLong).rejects.toThrow('held back for too long');
  expect(enqueue).toHaveBeenCalledOnce();
});

test('delays a mail to a paused domain without settling it', async () => {
  const settle = vi.fn(async () => {});
  const mail = { ...letter, settle, isFinal: () => true };
  const { mailer } = mailerWith(
    new MailRefused('later', { permanent: false, retryAfterMs: 90_500 }),
  );
  expect(await sendMail(mailer, { found: due }, mail, queued)).toEqual({ wait_seconds: 91 });
  expect(settle).not.toHaveBeenCalled();
});

test('enqueues name, ids and a new id', async () => {
  const { enqueue } = jobWith(due);
  await enqueueMail({ jobs: { enqueue } }, letter, ids);
  await enqueueMail({ jobs: { enqueue } }, letter, ids, { mailId: 'abc', startAfterSeconds: 5 });
  expect(enqueue).toHaveBeenNthCalledWith(
    1,
    mailJob,
    { mail: 'letter', mail_id: expect.stringMatching(/^[\da-f-]{36}$/), ids },
    { startAfterSeconds: undefined },
  );
  expect(enqueue).toHaveBeenNthCalledWith(2, mailJob, queued, { startAfterSeconds: 5 });
});
