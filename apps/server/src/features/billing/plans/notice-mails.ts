import { isBoughtPlan, type PlanId, type PlanPeriod } from '@zavet/contract/billing/plan-catalogue';
import { type Day, moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, type MailEnd } from '../../../platform/mail/mail.ts';
import { findPerson } from '../../identity/account/index.ts';
import { planText } from './plan-mails.ts';
import {
  deleteNotice,
  findNoticeById,
  markNoticeRefused,
  markNoticeTaken,
  type NoticeRow,
  type OwnerPlan,
  readPlan,
} from './plan-repository.ts';
import { chargeDay } from './plan-rules.ts';
import { upcomingCharge } from './read-plan.ts';

interface NoticeIds {
  notice_id: string;
}

interface Noticed {
  plan: PlanId;
  period: PlanPeriod;
  amount_kopecks: number;
  valid_until: Day;
  today: Day;
}

const notice = {
  to: 'the owner',
  retry: 'usual',
  find: findNoticed,
  settle: ({ database }: Context, { notice_id }: NoticeIds, { today }: Noticed, end: MailEnd) => {
    const mark = end === 'taken' ? markNoticeTaken : markNoticeRefused;
    return mark(database, notice_id, today);
  },
} as const;

export const renewalAhead = declareMail({
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

export const endAhead = declareMail({
  ...notice,
  name: 'end_ahead',
  when: '3 days before a monthly and 7 before a yearly plan ends',
  text: (words, { plan, valid_until }, place) =>
    planText(words, place, 'end_ahead', { plan, valid_until }, (t, values) => [
      t('plans.end_ahead.body', values),
      t('plans.end_ahead.more', values),
    ]),
});

/** Which mail an announcement is, by what it says will be charged. */
export function noticeMail({ amount_kopecks }: Pick<NoticeRow, 'amount_kopecks'>) {
  return amount_kopecks === 0 ? endAhead : renewalAhead;
}

/** The plan must still be what the announcement says; otherwise the announcement goes. */
async function findNoticed(
  ctx: Context,
  { notice_id }: NoticeIds,
): Promise<FoundMail<Noticed> | undefined> {
  const { database, clock } = ctx;
  const found = await findNoticeById(database, notice_id);
  if (!found || found.taken_on) return undefined;
  const { user_id, amount_kopecks, valid_until } = found;
  const owned = await readPlan(database, user_id);
  const amount = await upcomingCharge(ctx, user_id, owned);
  const today = moscowDay(clock.now());
  if (!isStillTrue(found, owned, amount, today)) {
    await deleteNotice(database, notice_id);
    return undefined;
  }
  const { plan, period } = owned;
  if (!isBoughtPlan(plan) || !period) throw new Error('Only a bought plan has an end.');
  const owner = await findPerson(database, user_id);
  const facts = { plan, period, amount_kopecks, valid_until, today };
  return owner && { to: owner.email, language: owner.language, facts };
}

function isStillTrue(row: NoticeRow, plan: OwnerPlan, amount: number, today: Day): boolean {
  const isSamePeriod = row.version === plan.version && row.valid_until === plan.valid_until;
  // An end that has come is told by its own mail.
  const isOver = amount === 0 && today >= row.valid_until;
  return isSamePeriod && row.amount_kopecks === amount && !isOver;
}
