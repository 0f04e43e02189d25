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

/** `unknown`: not a mail of this handler. `no_change`: its mail, without any effect. */
type BounceOutcome = 'recorded' | 'unknown' | 'no_change';

/** Applies a report, in the transaction that settles it. */
type BounceHandler = (bounce: Bounce) => Promise<BounceOutcome>;

/** Handles reports about letters, which are not sent by the mail job. */
export const letterBounces = port<BounceHandler>('letter-bounces');

/** Handlers are called in this order, until one recognizes the mail. */
export const bounceHandlers = perContext((ctx): readonly BounceHandler[] => [
  letterBounces(ctx),
  sentMailHandler(ctx),
]);

/** Applies and settles a report in one transaction. May run twice. */
export async function recordReport(ctx: Context, reportId: string): Promise<void> {
  const { database, clock, log, checkpoint } = ctx;
  await database.transaction(async () => {
    const report = await lockUnsettledReport(database, reportId);
    if (!report) return;
    const { mail_id, kind, status } = report;
    const outcome = await applyBounce(bounceHandlers(ctx), bounceOf(ctx, report));
    await settleReport(database, reportId, outcome, clock.now());
    checkpoint('bounce.before_settled_commit');
    log.info({ code: 'bounce_settled', mail_id, kind, status, outcome }, 'a report was settled');
  });
  checkpoint('bounce.settled');
}

async function applyBounce(
  handlers: readonly BounceHandler[],
  bounce: Bounce,
): Promise<BounceOutcome> {
  for (const handle of handlers) {
    const outcome = await handle(bounce);
    if (outcome !== 'unknown') return outcome;
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

/** Records sent mails that handle bounces. */
export function createSentMailRecorder({
  database,
  clock,
  serviceKey,
}: Pick<Context, 'database' | 'clock' | 'serviceKey'>): NonNullable<Mailer['recordSent']> {
  return ({ mail, mail_id, ids }, to) =>
    saveSentMail(database, {
      ...{ mail, mail_id, ids, address_digest: digestOf(serviceKey, to) },
      accepted_at: clock.now(),
    });
}

/** Passes failures to `onBounced` of the mail, once per sending. */
function sentMailHandler(ctx: Context): BounceHandler {
  const { database, serviceKey, wiring } = ctx;
  const byName = new Map(wiring.mails.map((mail) => [mail.name, mail]));
  return async (bounce) => {
    const sent = await lockSentMail(database, bounce.mail_id);
    const mail = sent && byName.get(sent.mail);
    if (!mail) return 'unknown';
    if (!bounce.permanent || sent.bounced_at) return 'no_change';
    await markBounced(database, bounce.mail_id, bounce.reported_at);
    const wasSentTo = (address: string) =>
      areEqual(digestOf(serviceKey, address), sent.address_digest);
    await mail.onBounced?.(ctx, sent.ids, { ...bounce, wasSentTo });
    return 'recorded';
  };
}

function digestOf(serviceKey: ServiceKey, address: string): string {
  const key = serviceKey.derive('sent-addresses');
  return createHmac('sha256', key).update(address.toLowerCase()).digest('base64url');
}

function areEqual(digest: string, other: string): boolean {
  const [a, b] = [Buffer.from(digest), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
