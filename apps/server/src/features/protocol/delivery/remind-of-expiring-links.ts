import { protocolTimings } from '@zavet/contract/timings';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { deliveryExpiresSoon } from '../emails/delivery-mails.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { recordForLetters } from './envelope-repository.ts';
import { takeEndingLinks } from './reminder-repository.ts';

const linksAtOnce = 200;

/**
 * Reminds recipients of links that end: first a month before, and once more in the last week. Who
 * could not be reminded the first time is told once, at the end.
 */
export async function remindOfExpiringLinks(deps: ProtocolDeps): Promise<void> {
  await remind(deps, true);
  await remind(deps, false);
}

async function remind(deps: ProtocolDeps, is_last: boolean): Promise<void> {
  const { database, clock } = deps;
  const now = clock.now();
  const { linkReminder, lastLinkReminder } = protocolTimings;
  const until = new Date(now.getTime() + (is_last ? lastLinkReminder : linkReminder));
  let taken: number;
  do {
    taken = await database.transaction(async () => {
      const links = await takeEndingLinks(database, now, until, is_last, linksAtOnce);
      for (const { id, envelope_id } of links) {
        await orderMail(deps, deliveryExpiresSoon, { link_id: id, is_last });
        await recordForLetters(database, envelope_id, 'reminded', now);
      }
      return links.length;
    });
  } while (taken === linksAtOnce);
}
