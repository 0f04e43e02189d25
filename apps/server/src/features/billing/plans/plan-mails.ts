import { isBoughtPlan, type PlanId, type PlanPeriod } from '@zavet/contract/billing/plan-catalogue';
import { type Day, moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, type MailEnd } from '../../../platform/mail/mail.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { findPerson } from '../../identity/account/index.ts';
import { giftReceived, giftRefunded, giftTaken } from './gift-mails.ts';
import { type PlanFacts, type PlanMailName, planText, type Values } from './plan-mail-text.ts';
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
import { upcomingCharge } from './read-plan.ts';
import {
  contactsUnreachable,
  filesRemovalSoon,
  filesRemoved,
  removalAhead,
  removalSettled,
} from './removal-mails.ts';

interface ToOwner {
  user_id: string;
}

/** A mail whose facts are its ids. */
function planMail<Facts extends PlanFacts>(
  name: PlanMailName,
  when: string,
  body: (t: MailWords['t'], values: Values, facts: Facts) => string[],
) {
  return declareMail({
    name,
    to: 'the owner',
    when,
    retry: 'usual',
    find: async ({ database }: Context, ids: ToOwner & Facts) => {
      const owner = await findPerson(database, ids.user_id);
      return owner && { to: owner.email, language: owner.language, facts: ids };
    },
    text: (words, facts: Facts, place) =>
      planText(words, place, name, facts, (t, values) => body(t, values, facts)),
  });
}

interface PaidFacts {
  plan: PlanId;
  valid_until: string;
  amount_kopecks: number;
  /** The next charge on `valid_until`; null if there is none. */
  next_amount_kopecks: number | null;
}

const nextCharge = ({ next_amount_kopecks }: PaidFacts) =>
  `plans.next_charge.${next_amount_kopecks === null ? 'none' : 'planned'}` as const;

export const planBought = planMail<PaidFacts>(
  'plan_bought',
  'a plan was paid for',
  (t, values, facts) => [t('plans.plan_bought.body', values), t(nextCharge(facts), values)],
);

export const planRenewed = planMail<PaidFacts>(
  'plan_renewed',
  'a renewal was paid for',
  (t, values, facts) => [t('plans.plan_renewed.body', values), t(nextCharge(facts), values)],
);

export const renewalDeclined = planMail<{
  plan: PlanId;
  amount_kopecks: number;
  /** Null after the last attempt. */
  next_try_on: string | null;
}>('renewal_declined', 'a renewal was declined', (t, values, { next_try_on }) => [
  t('plans.renewal_declined.body', values),
  t(`plans.renewal_declined.${next_try_on ? 'again' : 'last'}`, values),
]);

export const planExpired = planMail<{
  /** Absent for a custom plan, which has a size instead. */
  plan?: PlanId;
  limit_mb?: number;
  /** Null if all files fit into the free plan. */
  files_removed_on: string | null;
}>('plan_expired', 'a plan expired', (t, values, { files_removed_on }) => [
  t('plans.plan_expired.body', values),
  t(`plans.plan_expired.${files_removed_on ? 'over' : 'fits'}`, values),
]);

export const paymentRefunded = planMail<{ amount_kopecks: number }>(
  'payment_refunded',
  'a payment for a plan is refunded',
  (t, values) => [
    t('plans.payment_refunded.body', values),
    t('plans.payment_refunded.more', values),
  ],
);

export const planExtended = planMail<{ days: number; valid_until: string }>(
  'plan_extended',
  'an outage was compensated with days',
  (t, values, { days }) => [t('plans.plan_extended.body', { ...values, count: days })],
);

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

const notice = {
  to: 'the owner',
  retry: 'usual',
  find: findNoticeFacts,
  settle: (
    { database }: Context,
    { notice_id }: NoticeIds,
    { today }: NoticeFacts,
    end: MailEnd,
  ) => {
    const mark = end === 'taken' ? markNoticeAccepted : markNoticeRefused;
    return mark(database, notice_id, today);
  },
} as const;

const renewalAhead = declareMail({
  ...notice,
  name: 'renewal_ahead',
  when: '3 days before a monthly and 7 before a yearly renewal',
  text: (words, { plan, period, amount_kopecks, valid_until, today }, place) => {
    const facts = { plan, amount_kopecks, charged_on: chargeDay(valid_until, today) };
    return planText(words, place, 'renewal_ahead', facts, (t, values) => [
      t(`plans.renewal_ahead.${period}`, values),
      t('plans.renewal_ahead.more', values),
    ]);
  },
});

const endAhead = declareMail({
  ...notice,
  name: 'end_ahead',
  when: '3 days before a monthly and 7 before a yearly plan ends',
  text: (words, { plan, valid_until }, place) =>
    planText(words, place, 'end_ahead', { plan, valid_until }, (t, values) => [
      t('plans.end_ahead.body', values),
      t('plans.end_ahead.more', values),
    ]),
});

export function noticeMail({ amount_kopecks }: Pick<NoticeRow, 'amount_kopecks'>) {
  return amount_kopecks === 0 ? endAhead : renewalAhead;
}

/** Deletes the notice if the plan has changed since. */
async function findNoticeFacts(
  ctx: Context,
  { notice_id }: NoticeIds,
): Promise<FoundMail<NoticeFacts> | undefined> {
  const { database, clock } = ctx;
  const found = await findNoticeById(database, notice_id);
  if (!found || found.taken_on) return undefined;
  const { user_id, amount_kopecks, valid_until } = found;
  const owned = await readPlan(database, user_id);
  const amount = await upcomingCharge(ctx, user_id, owned);
  const today = moscowDay(clock.now());
  if (!isNoticeCurrent(found, owned, amount, today)) {
    await deleteNotice(database, notice_id);
    return undefined;
  }
  const { plan, period } = owned;
  if (!isBoughtPlan(plan) || !period) throw new Error('Only a bought plan has an end.');
  const owner = await findPerson(database, user_id);
  const facts = { plan, period, amount_kopecks, valid_until, today };
  return owner && { to: owner.email, language: owner.language, facts };
}

function isNoticeCurrent(row: NoticeRow, plan: OwnerPlan, amount: number, today: Day): boolean {
  const isSamePeriod = row.version === plan.version && row.valid_until === plan.valid_until;
  // The mail about the expired plan replaces it.
  const isOver = amount === 0 && today >= row.valid_until;
  return isSamePeriod && row.amount_kopecks === amount && !isOver;
}

export const planMails = [
  planBought,
  planRenewed,
  renewalDeclined,
  planExpired,
  filesRemovalSoon,
  filesRemoved,
  paymentRefunded,
  planExtended,
  removalAhead,
  removalSettled,
  contactsUnreachable,
  giftReceived,
  giftTaken,
  giftRefunded,
  renewalAhead,
  endAhead,
];
