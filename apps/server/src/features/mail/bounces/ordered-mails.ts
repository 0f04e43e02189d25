import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { BounceTaker } from './bounce-takers.ts';
import { lockSentMail, markBounced, noteSentMail } from './sent-mail-repository.ts';

/** Remembers whose mail was taken, for a report about it. */
export function createNoteTaken({
  database,
  clock,
  serviceKey,
}: Pick<Context, 'database' | 'clock' | 'serviceKey'>): NonNullable<Mailer['recordSent']> {
  return ({ mail, mail_id, ids }, to) =>
    noteSentMail(database, {
      ...{ mail, mail_id, ids, address_digest: digestOf(serviceKey, to) },
      taken_at: clock.now(),
    });
}

/** Hands reports about ordered mails to their declarations; each mail bounces once. */
export function orderedMailTaker(ctx: Context): BounceTaker {
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
