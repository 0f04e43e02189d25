import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Context, perContext } from '../../../context.ts';
import { port } from '../../../feature.ts';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import type { Bounce } from '../../../platform/mail/mail.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import {
  type BounceReport,
  lockSentMail,
  lockUnsettledReport,
  markBounced,
  saveSentMail,
  settleReport,
} from './bounce-repository.ts';
import { openReply } from './receive-report.ts';

/** Who is asked about a report, in this order. */
export const bounceHandlers = perContext((ctx): readonly BounceHandler[] => [
  letterBounces(ctx),
  sentMailHandler(ctx),
]);

/** Does what follows from a report, once: it is settled in the same transaction. May run twice. */
export async function recordReport(ctx: Context, reportId: string): Promise<void> {
  const { database, clock, log, checkpoint } = ctx;
  await database.transaction(async () => {
    const report = await lockUnsettledReport(database, reportId);
    if (!report) return;
    const { mail_id, kind, status } = report;
    const outcome = await firstAnswer(bounceHandlers(ctx), bounceOf(ctx, report));
    await settleReport(database, reportId, outcome, clock.now());
    checkpoint('bounce.before_settled_commit');
    log.info({ code: 'bounce_settled', mail_id, kind, status, outcome }, 'a report was settled');
  });
  checkpoint('bounce.settled');
}

async function firstAnswer(
  endpointsWithIds: readonly BounceHandler[],
  bounce: Bounce,
): Promise<BounceOutcome> {
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

/** `unknown`: not a mail of this taker. `no_change`: its own, and nothing follows from the report. */
type BounceOutcome = 'recorded' | 'unknown' | 'no_change';

/** Does what follows from a report, in the transaction that settles it. */
type BounceHandler = (bounce: Bounce) => Promise<BounceOutcome>;

/** Records reports about letters, which are sent outside of the job of mails. */
export const letterBounces = port<(bounce: Bounce) => Promise<BounceOutcome>>('letter-bounces');

/** Remembers whose mail was taken, for a report about it. */
export function createSentMailRecorder({
  database,
  clock,
  serviceKey,
}: Pick<Context, 'database' | 'clock' | 'serviceKey'>): NonNullable<Mailer['recordSent']> {
  return ({ mail, mail_id, ids }, to) =>
    saveSentMail(database, {
      ...{ mail, mail_id, ids, address_digest: digestOf(serviceKey, to) },
      taken_at: clock.now(),
    });
}

/** Hands reports about ordered mails to their declarations; each mail bounces once. */
function sentMailHandler(ctx: Context): BounceHandler {
  const { database, serviceKey, wiring } = ctx;
  const byName = new Map(wiring.mails.map((mail) => [mail.name, mail]));
  return async (bounce) => {
    const sent = await lockSentMail(database, bounce.mail_id);
    const declared = sent && byName.get(sent.mail);
    if (!declared) return 'unknown';
    if (!bounce.permanent || sent.bounced_at) return 'no_change';
    await markBounced(database, bounce.mail_id, bounce.reported_at);
    const wentTo = (address: string) => isSame(digestOf(serviceKey, address), sent.address_digest);
    await declared.onBounced?.(ctx, sent.ids, { ...bounce, wentTo });
    return 'recorded';
  };
}

function digestOf(serviceKey: ServiceKey, address: string): string {
  const key = serviceKey.derive('sent-addresses');
  return createHmac('sha256', key).update(address.toLowerCase()).digest('base64url');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
