import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import type { KnownMail } from '../../../platform/mail/mail-work.ts';
import type { MailPost } from '../../../platform/mail/send-mail.ts';
import type { BounceTaker } from './bounce-deps.ts';
import { lockSentMail, markBounced, noteSentMail } from './sent-mail-repository.ts';

interface Deps {
  database: Database;
  clock: Clock;
  serviceKey: ServiceKey;
}

/** Remembers whose mail was taken, for a report about it. */
export function createNoteTaken({
  database,
  clock,
  serviceKey,
}: Deps): NonNullable<MailPost['noteTaken']> {
  return ({ mail, mail_id, ids }, to) =>
    noteSentMail(database, {
      ...{ mail, mail_id, ids, address_digest: digestOf(serviceKey, to) },
      taken_at: clock.now(),
    });
}

/** Hands reports about ordered mails to their declarations; each mail bounces once. */
export function orderedMailTaker(
  { database, serviceKey }: Omit<Deps, 'clock'>,
  known: readonly KnownMail[],
): BounceTaker {
  const byName = new Map(known.map((one) => [one.mail.name, one]));
  return async (bounce) => {
    const sent = await lockSentMail(database, bounce.mail_id);
    const declared = sent && byName.get(sent.mail);
    if (!declared) return 'unknown';
    if (!bounce.permanent || sent.bounced_at) return 'no_change';
    await markBounced(database, bounce.mail_id, bounce.reported_at);
    const wentTo = (address: string) => isSame(digestOf(serviceKey, address), sent.address_digest);
    await declared.bounced(sent.ids, { ...bounce, wentTo });
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
