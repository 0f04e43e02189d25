import { type Context, perContext } from '../../../context.ts';
import type { Bounce } from '../../../platform/mail/mail.ts';
import { type BounceTaker, letterBounces, type TakenBounce } from './bounce-takers.ts';
import { orderedMailTaker } from './ordered-mails.ts';
import { openReply } from './receive-report.ts';
import { type BounceReport, lockOpenReport, settleReport } from './report-repository.ts';

/** Who is asked about a report, in this order. */
export const bounceTakers = perContext((ctx): readonly BounceTaker[] => [
  letterBounces(ctx),
  orderedMailTaker(ctx),
]);

/** Does what follows from a report, once: it is settled in the same transaction. May run twice. */
export async function recordReport(ctx: Context, reportId: string): Promise<void> {
  const { database, clock, log, checkpoint } = ctx;
  await database.transaction(async () => {
    const report = await lockOpenReport(database, reportId);
    if (!report) return;
    const { mail_id, kind, status } = report;
    const outcome = await firstAnswer(bounceTakers(ctx), bounceOf(ctx, report));
    await settleReport(database, reportId, outcome, clock.now());
    checkpoint('bounce.before_settled_commit');
    log.info({ code: 'bounce_settled', mail_id, kind, status, outcome }, 'a report was settled');
  });
  checkpoint('bounce.settled');
}

async function firstAnswer(
  endpointsWithIds: readonly BounceTaker[],
  bounce: Bounce,
): Promise<TakenBounce> {
  for (const take of endpointsWithIds) {
    const answer = await take(bounce);
    if (answer !== 'unknown') return answer;
  }
  return 'unknown';
}

function bounceOf({ serviceKey }: Context, report: BounceReport): Bounce {
  const { id, mail_id, kind, status, is_address_unknown, reply, reported_at } = report;
  return {
    ...{ mail_id, status, reported_at },
    permanent: kind === 'failed',
    isAddressUnknown: is_address_unknown,
    reply: reply === null ? '' : openReply(serviceKey, id, reply),
  };
}
