import { moscowDay } from '@zavet/contract/days';
import { isBoughtPlan } from '@zavet/contract/plans/plan-catalogue';
import { MailRefused } from '../../platform/mail/mail-transport.ts';
import { findPerson } from '../account/public.ts';
import type { PaymentDeps } from '../payments/public.ts';
import {
  deleteNotice,
  findNoticeById,
  listOpenNotices,
  markNoticeRefused,
  markNoticeTaken,
  type NoticeRow,
} from './notice-repository.ts';
import { chargeDay } from './notice-rules.ts';
import type { PlanDeps } from './plan-deps.ts';
import type { PlanMail } from './plan-mail.ts';
import { type OwnerPlan, readPlan } from './plan-repository.ts';
import { deliverPlanMail } from './send-plan-mail.ts';
import { upcomingCharge } from './upcoming-charge.ts';

/** Hands a notice over, unless the plan is another one by now, and notes what the server said. */
export async function sendNotice(
  deps: PlanDeps,
  payments: PaymentDeps,
  noticeId: string,
): Promise<void> {
  const { database, clock, log } = deps;
  const notice = await findNoticeById(database, noticeId);
  if (!notice || notice.taken_on) return;
  const { user_id } = notice;
  const plan = await readPlan(database, user_id);
  const amount = await upcomingCharge(payments, user_id, plan);
  const today = moscowDay(clock.now());
  if (!isStillTrue(notice, plan, amount, today)) return deleteNotice(database, noticeId);
  const owner = await findPerson(database, user_id);
  if (!owner) return;
  try {
    await deliverPlanMail(deps, owner, noticeId, mailOf(notice, plan, today));
    await markNoticeTaken(database, noticeId, today);
  } catch (error) {
    if (!(error instanceof MailRefused) || !error.permanent) throw error;
    log.warn({ notice_id: noticeId }, 'the announcement of a renewal or an end was refused');
    await markNoticeRefused(database, noticeId, today);
  }
}

function isStillTrue(notice: NoticeRow, plan: OwnerPlan, amount: number, today: string): boolean {
  const isSamePeriod = notice.version === plan.version && notice.valid_until === plan.valid_until;
  // An end that has come is told by its own mail.
  const isOver = amount === 0 && today >= notice.valid_until;
  return isSamePeriod && notice.amount_kopecks === amount && !isOver;
}

function mailOf(notice: NoticeRow, { plan, period }: OwnerPlan, today: string): PlanMail {
  const { amount_kopecks, valid_until } = notice;
  if (!isBoughtPlan(plan) || !period) throw new Error('Only a bought plan has an end.');
  if (amount_kopecks === 0) return { kind: 'end_ahead', facts: { plan, valid_until } };
  const charged_on = chargeDay(valid_until, today);
  return { kind: 'renewal_ahead', facts: { plan, amount_kopecks, charged_on, period } };
}

/** What waits for its job, at once: for days that pass faster than jobs come round. */
export async function sendOpenNotices(deps: PlanDeps, payments: PaymentDeps): Promise<void> {
  for (const id of await listOpenNotices(deps.database)) {
    await sendNotice(deps, payments, id);
  }
}
