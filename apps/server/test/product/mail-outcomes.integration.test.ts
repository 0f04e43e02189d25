import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mails as allMails } from '../../src/features.ts';
import type { FinalMailOutcome } from '../../src/platform/mail/mail.ts';
import { type Person, signedInPerson } from '../people.ts';
import { startTestProduct, type TestProduct } from '../test-product.ts';

let product: TestProduct;
let owner: Person;
let contactId: string;
let id: string;

beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

beforeEach(async () => {
  id = randomUUID();
  owner = await signedInPerson(product);
  contactId = randomUUID();
  await run(sql`
    insert into trusted_contacts (id, user_id, name, email, seal_id, status, created_at, updated_at)
    values (${contactId}, ${owner.userId}, 'Пётр', ${`${contactId}@example.org`}, ${contactId}, 'confirmed', now(), now())`);
});

const run = (statement: SQL) => product.database.rows(statement);
const insertInto = (table: string, values: object) =>
  run(sql`
    insert into ${sql.identifier(table)}
      (${sql.join(Object.keys(values).map(sql.identifier), sql`, `)})
    values (${sql.join(
      Object.values(values).map((value) => sql`${value}`),
      sql`, `,
    )})`);
const now = '2026-11-18T12:00:00Z';
const today = '2026-11-18';
const anyTime = expect.any(String);

interface SettledRow {
  mails: string[];
  /** Inserts the row that the mail is sent for. */
  insert(): Promise<unknown>;
  ids?(): object;
  facts?(): object;
  row(): SQL;
  accepted: object | undefined;
  refused: object | undefined;
}

/** A row that is deleted once its mail was sent or permanently refused. */
const deletedRow = (
  mail: string,
  table: string,
  key: string,
  values: () => object,
): SettledRow => ({
  mails: [mail],
  insert: () => insertInto(table, { id, ...values() }),
  ids: () => ({ [key]: id }),
  row: () => sql`select id from ${sql.identifier(table)} where id = ${id}`,
  ...{ accepted: undefined, refused: undefined },
});

const contactNotice = deletedRow('contact_changed', 'contact_notices', 'notice_id', () => ({
  ...{ user_id: owner.userId, kind: 'contact_moved', name: 'Пётр', email: 'former@example.org' },
  ...{ preferred_language: 'ru', created_at: now },
}));

const deletionNotice = (mail: string): SettledRow => ({
  ...deletedRow(mail, 'deletion_notices', 'notice_id', () => ({
    ...{ email: 'gone@example.org', language: 'ru', deleted_at: now },
  })),
  facts: () => ({ email: 'gone@example.org' }),
});

const editionNotice = (mail: string, document: string): SettledRow => ({
  mails: [mail],
  insert: () =>
    run(sql`
    insert into edition_notices (user_id, edition, document, enqueued_at)
    values (${owner.userId}, '2027-01-01', ${document}, now())`),
  ids: () => ({ user_id: owner.userId }),
  facts: () => ({
    today,
    edition: '2027-01-01',
    announcements: [{ edition: '2027-01-01', documents: [document] }],
  }),
  row: () => sql`select notified_on from edition_notices where user_id = ${owner.userId}`,
  accepted: { notified_on: today },
  refused: { notified_on: today },
});

const rehearsalParticipant = (
  mail: string,
  kind: 'contact' | 'recipient',
  refused: string,
): SettledRow => ({
  mails: [mail],
  insert: async () => {
    await run(sql`
      insert into rehearsals (id, user_id, started_at, ends_at, mails_recipients)
      values (${id}, ${owner.userId}, now(), now() + interval '14 days', true)`);
    // A second pending participant keeps the rehearsal open.
    for (const one of [id, randomUUID()]) {
      const isAsked = kind === 'contact' && one === id;
      await run(sql`
        insert into rehearsal_participants (id, rehearsal_id, user_id, kind, contact_id, digest, email, state)
        values (${one}, ${id}, ${owner.userId}, ${isAsked ? 'contact' : 'recipient'},
                ${isAsked ? contactId : null}, ${isAsked ? one : null}, 'sealed',
                ${isAsked ? 'asked' : 'unknown'})`);
    }
  },
  ids: () => ({ participant_id: id }),
  row: () => sql`select state, accepted_at::text from rehearsal_participants where id = ${id}`,
  accepted: { state: kind === 'contact' ? 'asked' : 'checked', accepted_at: anyTime },
  refused: { state: refused, accepted_at: null },
});

const supportMessage = (mail: string, author: string, refused: object): SettledRow => ({
  mails: [mail],
  insert: async () => {
    const { request } = await owner.browser.sendSupportEmail({
      body: { userEmail: owner.email, message: 'text' },
    });
    await run(sql`
      insert into support_messages (id, request_id, author, draft_id, text, created_at)
      values (${id}, ${request.id}, ${author}, ${randomUUID()}, 'sealed', now())`);
    requestId = request.id;
  },
  ids: () => ({ message_id: id }),
  facts: () => ({ request_id: requestId }),
  row: () => sql`
    select mail_state, answer_refused_at::text from support_messages
    join support_requests request on request.id = request_id
    where support_messages.id = ${id}`,
  accepted: { mail_state: 'accepted', answer_refused_at: null },
  refused,
});
let requestId: string;

const settledRows: SettledRow[] = [
  contactNotice,
  deletionNotice('account_deleted'),
  editionNotice('edition_notice', 'privacy'),
  editionNotice('price_notice', 'prices'),
  rehearsalParticipant('rehearsal_asked', 'contact', 'refused'),
  rehearsalParticipant('rehearsal_recipient', 'recipient', 'failed'),
  supportMessage('support_answered', 'support', {
    mail_state: 'refused',
    answer_refused_at: anyTime,
  }),
  supportMessage('support_reply', 'owner', { mail_state: 'refused', answer_refused_at: null }),
  {
    mails: ['support_request'],
    insert: async () => {
      const { request } = await owner.browser.sendSupportEmail({
        body: { userEmail: owner.email, message: 'text' },
      });
      requestId = request.id;
    },
    ids: () => ({ request_id: requestId }),
    row: () => sql`select status from support_requests where id = ${requestId}`,
    accepted: { status: 'sent' },
    // Never permanent: support mails are retried until they are delivered.
    refused: { status: 'queued' },
  },
  {
    mails: ['contact_invitation', 'late_invitation'],
    insert: () =>
      run(sql`
      insert into contact_invitations (id, contact_id, link_digest, expires_at, created_at)
      values (${id}, ${contactId}, ${id}, now() + interval '30 days', now())`),
    ids: () => ({ invitation_id: id }),
    row: () => sql`select mail_state from contact_invitations where id = ${id}`,
    accepted: { mail_state: 'sent' },
    refused: { mail_state: 'refused' },
  },
  deletedRow('second_address_released', 'former_second_addresses', 'former_id', () => ({
    ...{ user_id: owner.userId, email: 'former@example.org', created_at: now },
  })),
  deletedRow('author_is_well', 'recall_notices', 'notice_id', () => ({
    ...{ user_id: owner.userId, email: 'sealed', language: 'ru', created_at: now },
  })),
  {
    ...deletedRow('owner_inactive', 'inactivity_notices', 'notice_id', () => ({
      ...{ user_id: owner.userId, contact_id: contactId },
    })),
    ids: () => ({ notice_id: id, is_back: true }),
  },
  {
    mails: ['inactivity_warning'],
    insert: () =>
      run(sql`
      insert into inactivity_warnings (id, user_id, number, second_mail_id, removal_on, first_enqueued_at, enqueued_at)
      values (${id}, ${owner.userId}, 1, ${randomUUID()}, ${today}, now(), now())`),
    ids: () => ({ warning_id: id }),
    row: () => sql`select sent_at::text, is_refused from inactivity_warnings where id = ${id}`,
    accepted: { sent_at: anyTime, is_refused: false },
    refused: { sent_at: anyTime, is_refused: true },
  },
  {
    mails: ['check_in'],
    insert: async () => {
      await run(sql`
        insert into check_in_rounds (id, user_id, silent_since, started_at)
        values (${id}, ${owner.userId}, now(), now())`);
      await run(sql`
        insert into check_ins (id, round_id, number, digest, enqueued_at)
        values (${id}, ${id}, 1, ${id}, now())`);
    },
    ids: () => ({ check_in_id: id }),
    facts: () => ({ address: 'first' }),
    row: () => sql`select sent_at::text, is_refused from check_ins where id = ${id}`,
    accepted: { sent_at: anyTime, is_refused: false },
    refused: { sent_at: anyTime, is_refused: true },
  },
  {
    mails: ['maintenance'],
    insert: async () => {
      await run(sql`delete from maintenance_windows`);
      await run(sql`
        insert into maintenance_windows (id, starts_at, ends_at, planned_at)
        values (${id}, now() + interval '2 days', now() + interval '3 days', now())`);
      await run(sql`
        insert into maintenance_notices (window_id, user_id, enqueued_at)
        values (${id}, ${owner.userId}, now())`);
    },
    ids: () => ({ window_id: id, user_id: owner.userId, news: 'planned' }),
    row: () => sql`
      select notified_at::text, refused_at::text from maintenance_notices where window_id = ${id}`,
    accepted: { notified_at: anyTime, refused_at: null },
    refused: { notified_at: null, refused_at: anyTime },
  },
  {
    mails: ['plan_ends_soon'],
    insert: () =>
      run(sql`
      insert into plan_notices (id, user_id, version, valid_until, amount_kopecks, enqueued_on)
      values (${id}, ${owner.userId}, 1, ${today}, 0, ${today})`),
    ids: () => ({ notice_id: id }),
    facts: () => ({ today }),
    row: () => sql`select accepted_on, refused_on from plan_notices where id = ${id}`,
    accepted: { accepted_on: today, refused_on: null },
    refused: { accepted_on: null, refused_on: today },
  },
  {
    mails: ['removal_ahead'],
    insert: () =>
      run(sql`
      insert into removal_notices (id, user_id, contact_id, expired_on, files_removed_on, is_last, enqueued_on)
      values (${id}, ${owner.userId}, ${contactId}, ${today}, ${today}, true, ${today})`),
    ids: () => ({ notice_id: id }),
    row: () => sql`
      select accepted_on is not null as accepted, refused_on is not null as refused
      from removal_notices where id = ${id}`,
    accepted: { accepted: true, refused: false },
    refused: { accepted: false, refused: true },
  },
  {
    mails: ['files_over_limit'],
    insert: async () => {
      await run(sql`
        insert into user_storage (user_id, plan, limit_mb, grace_until)
        values (${owner.userId}, 'free_expired', 30, ${today})
        on conflict (user_id) do update set grace_until = ${today}`);
    },
    ids: () => ({
      ...{ stage: 'soon', user_id: owner.userId, files_removed_on: today, is_last: true },
    }),
    row: () => sql`
      select grace_notified_on is not null as accepted, grace_refused_on is not null as refused
      from user_storage where user_id = ${owner.userId}`,
    accepted: { accepted: true, refused: false },
    refused: { accepted: false, refused: true },
  },
];

const mails = new Map(allMails.map((mail) => [mail.name, mail]));

it('every mail that settles a row is in the table', () => {
  const settlingMails = [...mails.values()].filter(({ settle }) => settle).map(({ name }) => name);
  expect(settlingMails.sort()).toEqual(settledRows.flatMap((one) => one.mails).sort());
});

describe.each(settledRows.flatMap((one) => one.mails.map((name) => ({ name, ...one }))))(
  'the row of $name is settled',
  ({ name, insert, ids, facts, row, ...expectedRows }) => {
    it.each<FinalMailOutcome>(['accepted', 'refused'])(
      'when the mail was %s, also twice',
      async (end) => {
        await insert();
        const { database, clock, log } = product;
        const account = { database, clock, log, forgetMailTo: async () => {} };
        const deps = { ...account, account };
        const settle = mails.get(name)?.settle;
        for (let time = 0; time < 2; time += 1) {
          await settle?.(deps as never, ids?.() as never, facts?.() as never, end);
          const [found] = await run(row());
          expect(found).toEqual(expectedRows[end]);
        }
      },
    );
  },
);
