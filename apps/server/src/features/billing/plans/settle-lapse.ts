import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { withdrawPaymentJob } from '../payments/index.ts';
import { removalSettled } from './emails/lapse-mails.ts';
import { listOpenGifts } from './gift-repository.ts';
import { payingSince } from './read-removal-facts.ts';
import { deleteTellings, listBegunContacts } from './telling-repository.ts';

interface Settled {
  owner_id: string;
  /** The version of the plan that is settled. */
  basis: number;
  /** Null where nobody paid: the days of an outage were given back. */
  payment_id: string | null;
  /** The contact who paid, where it was one: they get a mail of their own. */
  contact_id: string | null;
}

/**
 * The plan is paid: contacts who were told of a removal are told that it is settled, and what
 * others are about to pay is called back. Runs in the transaction that changes the plan.
 */
export async function settleLapse(
  { database, clock, jobs }: Pick<Context, 'database' | 'clock' | 'jobs'>,
  { owner_id, basis, payment_id, contact_id }: Settled,
): Promise<void> {
  for (const told of await listBegunContacts(database, owner_id)) {
    if (told !== contact_id) await enqueueMail({ jobs }, removalSettled, { contact_id: told });
  }
  await deleteTellings(database, owner_id);
  const since = payingSince(clock.now());
  for (const gift of await listOpenGifts(database, { owner_id, basis, since })) {
    if (gift.payment_id === payment_id) continue;
    await jobs.enqueue(withdrawPaymentJob, { payment_id: gift.payment_id });
  }
}
