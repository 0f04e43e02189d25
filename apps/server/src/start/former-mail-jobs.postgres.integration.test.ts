import { randomUUID } from 'node:crypto';
import { addDays, moscowDay } from '@zavet/contract/days';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invitedContact } from '../../test/contacts.ts';
import { type Person, signedInPerson } from '../../test/people.ts';
import { bought } from '../../test/plan-states.ts';
import { takenMails } from '../../test/taken-mails.ts';
import { startTestProduct, type TestProduct } from '../../test/test-product.ts';
import { insertContactNotice } from '../features/contacts/contact-notice-repository.ts';
import { insertNotice } from '../features/plans/notice-repository.ts';
import { changePlan, lockPlan, readPlan } from '../features/plans/plan-repository.ts';
import { jobName } from '../platform/jobs/job.ts';

const today = moscowDay(new Date());
const former = addDays(today, -100);
const edition = addDays(today, -5);
const supportEmail = 'help@zavet.test';

let standIn: SmtpStandIn;
let product: TestProduct;
let owner: Person;
let invited: Awaited<ReturnType<typeof invitedContact>>;
let invitationId: string;
beforeAll(async () => {
  const editions = {
    privacy_policy: [former, edition],
    terms_of_use: [former],
    public_offer: [former],
    personal_data_consent: [former],
  } as const;
  standIn = await startSmtpStandIn();
  const environment = { SMTP_URL: standIn.url, SUPPORT_EMAIL: supportEmail };
  const started = await startTestProduct(environment, { editions });
  product = { ...started, mailbox: takenMails(standIn) };
  invited = await invitedContact(product);
  ({ owner } = invited);
  const [row] = await product.database.rows<{ id: string }>(
    sql`select id from contact_invitations where contact_id = ${invited.contact.id}`,
  );
  invitationId = row?.id ?? '';
});
afterAll(async () => {
  await product.stop();
  await standIn.stop();
});

/** What a former version left in the queue, and the mail that must come of it. */
interface Left {
  queue: string;
  mail: string;
  /** Makes what the order is about; says the order, and where it differs the id of the mail or its reader. */
  prepare(mailId: string): Promise<{ data: object; id?: string; to?: string }>;
}

const left: Left[] = [
  {
    queue: 'account-mail',
    mail: 'password_changed',
    prepare: async (mail_id) => ({
      data: {
        kind: 'password_changed',
        user_id: owner.userId,
        at: '2026-11-15T12:00:00Z',
        mail_id,
      },
    }),
  },
  {
    queue: 'protocol-mail',
    mail: 'activation_pin_locked',
    prepare: async (mail_id) => ({
      data: { kind: 'activation_pin_locked', contact_id: invited.contact.id, mail_id },
    }),
  },
  {
    queue: 'plan-mail',
    mail: 'payment_refunded',
    prepare: async (mail_id) => ({
      data: {
        ...{ kind: 'payment_refunded', user_id: owner.userId, mail_id },
        facts: { amount_kopecks: 12_300 },
      },
    }),
  },
  {
    queue: 'plan-notice',
    mail: 'end_ahead',
    prepare: async (id) => {
      const { database } = product;
      const user_id = owner.userId;
      await lockPlan(database, user_id);
      await changePlan(database, user_id, {
        ...bought('storage_300_monthly', addDays(today, -28)),
        auto_renewal: false,
      });
      const { version, valid_until } = await readPlan(database, user_id);
      const key = { user_id, version, valid_until: valid_until ?? '', amount_kopecks: 0 };
      await insertNotice(database, id, key, today);
      return { data: { notice_id: id } };
    },
  },
  {
    queue: 'contact-invitation-mail',
    mail: 'contact_invitation',
    prepare: async () => {
      await product.database.rows(sql`
        update contact_invitations set mail_state = 'queued' where id = ${invitationId}`);
      const data = { invitation_id: invitationId };
      return { data, id: invitationId, to: invited.contact.email };
    },
  },
  {
    queue: 'contact-notice-mail',
    mail: 'contact_released',
    prepare: async (id) => {
      const { name, email } = invited.contact;
      const about = { user_id: owner.userId, name, email, preferred_language: 'ru' } as const;
      const created_at = product.clock.now();
      const notice = { id, kind: 'contact_released', ...about, created_at } as const;
      await insertContactNotice(product.database, notice);
      return { data: { notice_id: id }, to: email };
    },
  },
  {
    queue: 'contact-answer-mail',
    mail: 'contact_accepted',
    prepare: async (mail_id) => {
      await product.browser().acceptInvitation({ body: { token: invited.token } });
      return { data: { contact_id: invited.contact.id, answer: 'accepted', mail_id } };
    },
  },
  {
    queue: 'support-received-mail',
    mail: 'support_received',
    prepare: async () => {
      const id = await askedSupport();
      await product.mailbox.receive(owner.email);
      return { data: { request_id: id }, id };
    },
  },
  {
    queue: 'support-request-mail',
    mail: 'support_request',
    prepare: async () => {
      const id = await askedSupport();
      const isSent = () =>
        product.database.rows(
          sql`select 1 from support_requests where id = ${id} and status = 'sent'`,
        );
      await expect.poll(isSent).toHaveLength(1);
      await product.database.rows(
        sql`update support_requests set status = 'queued' where id = ${id}`,
      );
      return { data: { request_id: id }, id, to: supportEmail };
    },
  },
  {
    queue: 'edition-notice',
    mail: 'edition_notice',
    prepare: async (mail_id) => {
      await product.database.rows(sql`
        insert into edition_notices (user_id, edition, document, ordered_at)
        values (${owner.userId}, ${edition}, 'privacy_policy', now())`);
      return { data: { user_id: owner.userId, edition, mail_id } };
    },
  },
];

async function askedSupport(): Promise<string> {
  const writer = await signedInPerson(product);
  const body = { userEmail: owner.email, message: 'Не открывается файл.' };
  const { request } = await writer.browser.sendSupportEmail({ body });
  owner = writer;
  return request.id;
}

it.each(left)(
  'a mail that waits in $queue is sent, under the Message-ID it always had',
  async (one) => {
    const mailId = randomUUID();
    const { data, id = mailId, to = owner.email } = await one.prepare(mailId);
    const isSame = (mail: { message_id: string; to: string }) =>
      mail.to === to && mail.message_id === `<${one.mail}.${id}@zavet.test>`;
    const before = standIn.taken.filter(isSame).length;
    await product.jobs.enqueue(jobName<object>(one.queue), data);
    await expect.poll(() => standIn.taken.filter(isSame)).toHaveLength(before + 1);
  },
);
