import { protocolTimings } from '@zavet/contract/timings';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { deliveryExpiresSoon } from '../emails/delivery-mails.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { recordDeliveryEvents, takeExpiringLinks } from './delivery-repository.ts';

const linksAtOnce = 500;

/** Reminds recipients of links that end soon, each once. */
export async function remindOfExpiringLinks(deps: ProtocolDeps): Promise<void> {
  const { database, clock } = deps;
  const now = clock.now();
  const until = new Date(now.getTime() + protocolTimings.linkReminder);
  let taken: number;
  do {
    taken = await database.transaction(async () => {
      const links = await takeExpiringLinks(database, now, until, linksAtOnce);
      for (const { id } of links) {
        await orderMail(deps, deliveryExpiresSoon, { link_id: id });
      }
      await recordDeliveryEvents(
        database,
        links.map(({ delivery_id }) => ({ delivery_id, kind: 'reminded', created_at: now })),
      );
      return links.length;
    });
  } while (taken === linksAtOnce);
}
