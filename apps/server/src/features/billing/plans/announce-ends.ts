import { planPeriods } from '@zavet/contract/billing/plan-catalogue';
import { addDays, moscowDay } from '@zavet/contract/days';
import { serviceTerms } from '@zavet/contract/service-terms';
import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser } from '../../identity/account/index.ts';
import { paymentProvider } from '../payments/index.ts';
import { noticeMail } from './emails/notice-mails.ts';
import { findNotice, insertNotice } from './notice-repository.ts';
import { isNoticeDue } from './notice-rules.ts';
import { type EndPlace, listEndedPlans, lockPlan } from './plan-repository.ts';
import { upcomingCharge } from './upcoming-charge.ts';

/** Tells owners ahead what will be charged on which day, or that their plan will end. */
export async function announceEnds(ctx: Context, signal?: AbortSignal): Promise<void> {
  // Where nobody can be paid, no plan ends and nothing is charged.
  if (!paymentProvider(ctx)) return;
  const today = moscowDay(ctx.clock.now());
  for (const period of planPeriods) {
    const ended = { today: addDays(today, serviceTerms.periodNoticeDays[period]), period };
    await forEachDue<EndPlace>({
      list: (after, limit) => listEndedPlans(ctx.database, ended, after, limit),
      handle: ({ user_id }) => announceEnd(ctx, user_id),
      failed: ({ user_id }, err) =>
        ctx.log.error(
          { code: 'period_end_not_announced', user_id, err },
          'the end of a period could not be announced',
        ),
      signal,
    });
  }
}

function announceEnd(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const plan = await lockPlan(database, userId);
    if (!plan.valid_until) return;
    const amount_kopecks = await upcomingCharge(ctx, userId, plan);
    const { version, valid_until } = plan;
    const key = { user_id: userId, version, valid_until, amount_kopecks };
    const last = await findNotice(database, key);
    const today = moscowDay(clock.now());
    if (!isNoticeDue(plan, amount_kopecks, last, today)) return;
    const notice_id = newId();
    await insertNotice(database, notice_id, key, today);
    await enqueueMail(ctx, noticeMail(key), { notice_id }, { mailId: notice_id });
  });
}
