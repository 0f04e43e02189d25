import {
  isCataloguePlan,
  type PlanId,
  type PlanPeriod,
} from '@zavet/contract/billing/plan-catalogue';
import { type Day, moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import {
  button,
  declareMail,
  type FoundMail,
  type MailText,
  mailText,
  type SiteInfo,
} from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { dayName, type MailWords, rubles } from '../../../platform/mail/templates/mail-words.ts';
import {
  findPerson,
  type NamedOwner,
  namedOwner,
  ownerInSentence,
  ownerInSubject,
} from '../../identity/account/index.ts';
import { planName } from '../../identity/legal/index.ts';
import { findConfirmedContact } from './lapse-repository.ts';
import { planMailText } from './plan-mail-text.ts';
import {
  deleteNotice,
  findNoticeById,
  markNoticeAccepted,
  markNoticeRefused,
  type NoticeRow,
  type OwnerPlan,
  readPlan,
} from './plan-repository.ts';
import { chargeDay } from './plan-rules.ts';
import { readUpcomingCharge } from './read-plan.ts';
import { paymentRefunded } from './refund-mail.ts';
import { filesOverLimit, removalAhead } from './removal-mails.ts';

interface OwnerMailIds {
  user_id: string;
}

interface NewPeriod {
  plan: PlanId;
  valid_until: string;
}

type PaidFacts =
  | (NewPeriod & {
      event: 'bought' | 'renewed';
      amount_kopecks: number;
      /** The next charge on `valid_until`; null if there is none. */
      next_amount_kopecks: number | null;
    })
  /** Compensation for an outage. */
  | { event: 'extended'; days: number; valid_until: string };

/** Mails about a gift: `given` to the owner of the plan, `gift` to the contact who paid. */
type GiftIds = NewPeriod &
  ({ event: 'given'; contact_id: string | null } | ({ event: 'gift'; owner_id: string } & Paid));
type GiftFacts = NewPeriod &
  ({ event: 'given'; contact_name: string } | ({ event: 'gift'; owner: NamedOwner } & Paid));

interface Paid {
  amount_kopecks: number;
}

export const planPaid = declareMail({
  name: 'plan_paid',
  to: 'the owner, and the contact who paid',
  when: 'a plan was paid for, renewed, paid for by a contact, or extended after an outage',
  retry: 'usual',
  find: async (
    { database }: Context,
    { user_id, ...paid }: OwnerMailIds & (PaidFacts | GiftIds),
  ): Promise<FoundMail<PaidFacts | GiftFacts> | undefined> => {
    const recipient = await findPerson(database, user_id);
    const facts = await findGiftNames(database, paid);
    return recipient && facts && { to: recipient.email, language: recipient.language, facts };
  },
  text: (words, facts: PaidFacts | GiftFacts, site) => {
    if (facts.event === 'gift') return giftMailText(words, facts, site);
    return planMailText(words, site, `plan_paid.${facts.event}`, facts, (t, values) => [
      t(`plans.plan_paid.${facts.event}.body`, values),
      ...('next_amount_kopecks' in facts
        ? [
            t(
              `plans.next_charge.${facts.next_amount_kopecks === null ? 'none' : 'planned'}`,
              values,
            ),
          ]
        : []),
    ]);
  },
});

/** Undefined if the owner of a gift was deleted. */
async function findGiftNames(
  database: Database,
  paid: PaidFacts | GiftIds,
): Promise<PaidFacts | GiftFacts | undefined> {
  if (paid.event === 'given') {
    const { contact_id, ...facts } = paid;
    const contact = contact_id ? await findConfirmedContact(database, contact_id) : undefined;
    return { ...facts, contact_name: contact?.name ?? '' };
  }
  if (paid.event !== 'gift') return paid;
  const { owner_id, ...facts } = paid;
  const owner = await findPerson(database, owner_id);
  return owner && { ...facts, owner: namedOwner(owner) };
}

function giftMailText(
  words: MailWords,
  { owner, plan, valid_until, amount_kopecks }: GiftFacts & { event: 'gift' },
  { publicUrl }: SiteInfo,
): MailText {
  return mailText(
    words,
    'plans.plan_paid.gift',
    (say) => [
      say('body', {
        person: ownerInSentence(owner),
        amount: rubles(words, amount_kopecks),
        storage: planName(words, plan),
        valid_until: dayName(words, valid_until),
      }),
      button(words.t('protocol.open_legacies'), linkTo(publicUrl, '/trusted-legacies')),
    ],
    { values: { name: ownerInSubject(owner) } },
  );
}

type LapseFacts =
  | {
      event: 'declined';
      plan: PlanId;
      amount_kopecks: number;
      /** Null after the last attempt. */
      next_try_on: string | null;
    }
  | {
      event: 'expired';
      /** Absent for a custom plan, which has a size instead. */
      plan?: PlanId;
      limit_mb?: number;
      /** Null if all files fit into the free plan. */
      files_removed_on: string | null;
    };

export const planLapsed = declareMail({
  name: 'plan_lapsed',
  to: 'the owner',
  when: 'a renewal was declined, or a plan expired',
  retry: 'usual',
  find: async ({ database }: Context, { user_id, ...facts }: OwnerMailIds & LapseFacts) => {
    const owner = await findPerson(database, user_id);
    return owner && { to: owner.email, language: owner.language, facts };
  },
  text: (words, facts: LapseFacts, site) =>
    planMailText(words, site, `plan_lapsed.${facts.event}`, facts, (t, values) => [
      t(`plans.plan_lapsed.${facts.event}.body`, values),
      facts.event === 'declined'
        ? t(`plans.plan_lapsed.declined.${facts.next_try_on ? 'again' : 'last'}`, values)
        : t(`plans.plan_lapsed.expired.${facts.files_removed_on ? 'over' : 'fits'}`, values),
    ]),
});

interface NoticeIds {
  notice_id: string;
}

interface NoticeFacts {
  plan: PlanId;
  period: PlanPeriod;
  amount_kopecks: number;
  valid_until: Day;
  today: Day;
}

export const planEndsSoon = declareMail({
  name: 'plan_ends_soon',
  to: 'the owner',
  when: '3 days before a monthly and 7 before a yearly plan is renewed or ends',
  retry: 'usual',
  find: findNoticeFacts,
  text: (words, { plan, period, amount_kopecks, valid_until, today }, site) => {
    if (amount_kopecks === 0) {
      return planMailText(words, site, 'plan_ends_soon.end', { plan, valid_until }, (t, values) => [
        t('plans.plan_ends_soon.end.body', values),
        t('plans.plan_ends_soon.end.more', values),
      ]);
    }
    const facts = { plan, amount_kopecks, charged_on: chargeDay(valid_until, today) };
    return planMailText(words, site, 'plan_ends_soon.renewal', facts, (t, values) => [
      t(`plans.plan_ends_soon.renewal.${period}`, values),
      t('plans.plan_ends_soon.renewal.more', values),
    ]);
  },
  settle: ({ database }, { notice_id }, { today }, end) => {
    const mark = end === 'accepted' ? markNoticeAccepted : markNoticeRefused;
    return mark(database, notice_id, today);
  },
});

/** Undefined if no mail is due. Deletes a notice that no longer matches the plan. */
async function findNoticeFacts(
  ctx: Context,
  { notice_id }: NoticeIds,
): Promise<FoundMail<NoticeFacts> | undefined> {
  const { database, clock } = ctx;
  const found = await findNoticeById(database, notice_id);
  if (!found || found.accepted_on) return undefined;
  const { user_id, amount_kopecks, valid_until } = found;
  const ownerPlan = await readPlan(database, user_id);
  const amount = await readUpcomingCharge(ctx, user_id, ownerPlan);
  const today = moscowDay(clock.now());
  if (!isNoticeCurrent(found, ownerPlan, amount, today)) {
    await deleteNotice(database, notice_id);
    return undefined;
  }
  const { plan, period } = ownerPlan;
  if (!isCataloguePlan(plan) || !period) throw new Error('Only a bought plan has an end.');
  const owner = await findPerson(database, user_id);
  const facts = { plan, period, amount_kopecks, valid_until, today };
  return owner && { to: owner.email, language: owner.language, facts };
}

function isNoticeCurrent(row: NoticeRow, plan: OwnerPlan, amount: number, today: Day): boolean {
  const isSamePeriod = row.version === plan.version && row.valid_until === plan.valid_until;
  // The mail about the expired plan replaces this notice.
  const isOver = amount === 0 && today >= row.valid_until;
  return isSamePeriod && row.amount_kopecks === amount && !isOver;
}

export const planMails = [
  planPaid,
  planLapsed,
  planEndsSoon,
  filesOverLimit,
  paymentRefunded,
  removalAhead,
];
