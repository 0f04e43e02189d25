import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNameServer } from '../../../../test/name-server.ts';
import { newAddress, type Person, signInAgain } from '../../../../test/people.ts';
import { payFor } from '../../../../test/protocol.ts';
import {
  latestRehearsalOf,
  mailsAbout,
  ownerWithContacts,
  rehearsalTokenIn,
  testMail,
} from '../../../../test/rehearsal.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { writeInstruction } from '../../../../test/vault-fixtures.ts';
import type { Context } from '../../../context.ts';
import { createDomainCheck } from '../../../platform/mail/domain-check.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { MailRefused, type OutgoingMail } from '../../../platform/mail/mail-transport.ts';
import { sendMail } from '../../../platform/mail/mailer.ts';
import { answerRehearsal } from './answer-rehearsal.ts';
import { checkAddresses } from './check-addresses.ts';
import { endRehearsals } from './end-rehearsal.ts';
import {
  recordBounced,
  rehearsalRecipientMail,
  rehearsalRequestMail,
} from './participant-mails.ts';
import { startRehearsal } from './start-rehearsal.ts';

const day = 24 * 3_600_000;
const unknownOrigin = { address: null, user_agent: null };

interface Job {
  mail?: string;
  mail_id: string;
  ids: { participant_id: string; rehearsal_id: string; user_id: string };
  rehearsal_id?: string;
}

let product: TestProduct;
let names: Awaited<ReturnType<typeof startNameServer>>;
let enqueued: Job[];
let ctx: Context;
beforeAll(async () => {
  product = await startTestProduct();
  names = await startNameServer({
    'takes.test': { mx: ['mail.takes.test'] },
    'null.test': { mx: [''] },
    'silent.test': 'silent',
  });
  enqueued = [];
  // Captures jobs, so that nothing is sent automatically.
  const enqueue = async (_: unknown, job: unknown) => void enqueued.push(job as Job);
  ctx = {
    ...product.ctx,
    jobs: { enqueue } as Context['jobs'],
    tuning: { checkDomain: createDomainCheck({ servers: [names.server], timeoutMs: 100 }) },
  };
});
afterAll(async () => {
  await product.stop();
  await names.stop();
});

async function start(owner: Person, mailsRecipients = false): Promise<Job[]> {
  enqueued.length = 0;
  await startRehearsal(ctx, { user_id: owner.userId }, mailsRecipients, unknownOrigin);
  return [...enqueued];
}

async function check(started: readonly Job[]): Promise<Job[]> {
  const { rehearsal_id = '' } = started.find((job) => job.rehearsal_id) ?? {};
  enqueued.length = 0;
  await checkAddresses(ctx, rehearsal_id);
  return [...enqueued];
}

const asMail = (mail: unknown) => mail as Mail<Context, never, never>;
const send = (mail: unknown, job: Job | undefined) =>
  sendMail(product.ctx.mailer, ctx, asMail(mail), job as never);
const refuse = (mail: unknown, job: Job | undefined) => {
  const deliver = () => Promise.reject(new MailRefused('no such mailbox', { permanent: true }));
  const { mailer } = product.ctx;
  const refusing = { ...mailer, transport: { ...mailer.transport, deliver } };
  return sendMail(refusing, ctx, asMail(mail), job as never);
};
const statesOf = async (owner: Person) =>
  (await latestRehearsalOf(owner)).parts.map(({ kind, email, state }) =>
    kind === 'contact' ? [kind, state] : [email, state],
  );

async function ownerWithRecipients(...emails: string[]) {
  const { owner, contacts } = await ownerWithContacts(product);
  const trusted_contact_ids = contacts.map(({ contactId }) => contactId);
  for (const recipient_email of emails) {
    await writeInstruction(owner, {
      ...{ recipient_email, recipient_name: 'Нотариус' },
      ...{ trusted_contact_ids, title: 'Тайное', content: 'Никому' },
    });
  }
  return { owner, contacts, trusted_contact_ids };
}

describe('a test mail', () => {
  it('that is refused completes a rehearsal without other pending participants', async () => {
    const { owner } = await ownerWithContacts(product);
    const [asked] = await start(owner);
    expect(await refuse(rehearsalRequestMail, asked)).toBe('refused');
    expect(await statesOf(owner)).toEqual([['contact', 'refused']]);
    expect(await latestRehearsalOf(owner)).toMatchObject({ ended_by: 'complete' });
    expect(enqueued.map(({ mail }) => mail)).toContain('rehearsal_result');
  });

  it('is sent once', async () => {
    const { owner, contacts } = await ownerWithContacts(product);
    const [asked] = await start(owner);
    expect(await send(rehearsalRequestMail, asked)).toBe('accepted');
    expect(await send(rehearsalRequestMail, asked)).toBe('not_due');
    expect((await latestRehearsalOf(owner)).parts[0]?.accepted_at).not.toBeNull();
    expect(await mailsAbout(product, contacts[0]?.email ?? '', testMail)).toHaveLength(1);
  });

  it('has the same link and Message-ID when resent after a crash', async () => {
    const { owner } = await ownerWithContacts(product);
    const [asked] = await start(owner);
    const { mailer } = product.ctx;
    const sent: OutgoingMail[] = [];
    const deliver = async (mail: OutgoingMail) => {
      sent.push(mail);
      return { response: '250' };
    };
    const recording = { ...mailer, transport: { ...mailer.transport, deliver } };
    for (let time = 0; time < 2; time++) {
      await sendMail(recording, ctx, asMail(rehearsalRequestMail), asked as never);
      await product.database.rows(sql`
        update rehearsal_participants set accepted_at = null where user_id = ${owner.userId}`);
    }
    const [first, again] = sent;
    expect(again?.message_id).toBe(first?.message_id);
    expect(again && rehearsalTokenIn(again)).toBe(first && rehearsalTokenIn(first));
  });

  it('that bounces after the end turns a missing answer into a refusal', async () => {
    const { owner } = await ownerWithContacts(product);
    const [asked] = await start(owner);
    await send(rehearsalRequestMail, asked);
    product.clock.advance(14 * day);
    await endRehearsals(ctx);
    await signInAgain(owner);
    expect(await statesOf(owner)).toEqual([['contact', 'no_answer']]);
    await recordBounced(ctx, asked?.ids ?? { participant_id: '' });
    await recordBounced(ctx, asked?.ids ?? { participant_id: '' });
    expect(await statesOf(owner)).toEqual([['contact', 'refused']]);
  });

  it('that was answered stays answered after a bounce', async () => {
    const { owner } = await ownerWithContacts(product, 2);
    const [asked] = await start(owner);
    await send(rehearsalRequestMail, asked);
    await answerRehearsal(ctx, ctx.linkTokens.tokenOf(asked?.ids.participant_id ?? ''));
    await recordBounced(ctx, asked?.ids ?? { participant_id: '' });
    expect(await statesOf(owner)).toContainEqual(['contact', 'answered']);
  });

  it('is not sent to a changed address, after the end, or while a protocol is in progress', async () => {
    const { owner, contacts } = await ownerWithContacts(product, 2);
    const [asked, other] = await start(owner);
    await product.database.rows(sql`
      update trusted_contacts set email = ${newAddress()} where id = ${contacts[0]?.contactId}`);
    const moved = await Promise.all([asked, other].map((job) => send(rehearsalRequestMail, job)));
    expect(moved.toSorted()).toEqual(['accepted', 'not_due']);

    const { owner: ending } = await ownerWithContacts(product);
    const [late] = await start(ending);
    await ending.browser.endRehearsal({});
    expect(await send(rehearsalRequestMail, late)).toBe('not_due');

    const { owner: starting, contacts: theirs } = await ownerWithContacts(product);
    const [overtaken] = await start(starting);
    const [starter] = theirs;
    if (!starter) throw new Error('no contact');
    await writeInstruction(starting, { trusted_contact_ids: [starter.contactId] });
    await payFor(starting, starter);
    expect(await send(rehearsalRequestMail, overtaken)).toBe('not_due');
  });
});

describe('further recipients', () => {
  it('are checked without a mail, each domain once, without contacts', async () => {
    const { owner, contacts, trusted_contact_ids } = await ownerWithRecipients(
      ...['a@takes.test', 'b@takes.test', 'c@null.test', 'd@missing.test', 'e@silent.test'],
    );
    const [contact] = contacts;
    await writeInstruction(owner, { recipient_email: contact?.email, trusted_contact_ids });
    const started = await start(owner);
    names.asked.length = 0;
    expect(await check(started)).toEqual([]);
    expect(await statesOf(owner)).toEqual([
      ['contact', 'asked'],
      ['a@takes.test', 'checked'],
      ['b@takes.test', 'checked'],
      ['c@null.test', 'failed'],
      ['d@missing.test', 'failed'],
      ['e@silent.test', 'unknown'],
    ]);
    expect(names.asked.filter((name) => name === 'takes.test')).toHaveLength(1);
    names.asked.length = 0;
    await check(started);
    expect(names.asked).toEqual([]);
  });

  it('get a mail without content if chosen, and its outcome confirms the address', async () => {
    const { owner } = await ownerWithRecipients('x@silent.test', 'y@takes.test', 'z@null.test');
    const mails = await check(await start(owner, true));
    expect(mails.map(({ mail }) => mail)).toEqual(Array(2).fill('rehearsal_recipient'));
    const silent = (await latestRehearsalOf(owner)).parts.find(
      ({ email }) => email === 'x@silent.test',
    );
    for (const job of mails) {
      const isSilent = job.ids.participant_id === silent?.id;
      expect(await (isSilent ? send : refuse)(rehearsalRecipientMail, job)).toBe(
        isSilent ? 'accepted' : 'refused',
      );
    }
    expect(await statesOf(owner)).toEqual([
      ['contact', 'asked'],
      ['x@silent.test', 'checked'],
      ['y@takes.test', 'failed'],
      ['z@null.test', 'failed'],
    ]);
    const mail = await product.mailbox.latest('x@silent.test');
    expect(mail.subject).toMatch(/^Проверка: /);
    expect(mail.text).not.toMatch(/Тайное|Никому|Нотариус/);
    expect(mail.text).not.toContain('#token');
  });

  it('get at most two mails a week per address from all owners', async () => {
    const outcomes: unknown[] = [];
    for (let count = 0; count < 3; count++) {
      const { owner } = await ownerWithRecipients('popular@takes.test');
      const [job] = await check(await start(owner, true));
      outcomes.push(await send(rehearsalRecipientMail, job));
    }
    expect(outcomes).toEqual(['accepted', 'accepted', { wait_seconds: expect.any(Number) }]);
  });

  it('are stored sealed', async () => {
    const { owner } = await ownerWithRecipients('secret@takes.test');
    await start(owner);
    const rows = await product.database.rows(sql`
      select email, name from rehearsal_participants where user_id = ${owner.userId}`);
    expect(JSON.stringify(rows)).not.toMatch(/secret|Нотариус|@/);
  });
});
