import { orderMail } from '../../platform/mail/order-mail.ts';
import { supportRequest } from './emails/support-mails.ts';
import type { SupportDeps } from './support-deps.ts';
import { listWaiting } from './support-repository.ts';

/** By then the tries of the first order are over, whatever became of them. */
const triedForMs = 8 * 24 * 60 * 60 * 1000;
const atOnce = 500;

/** Orders the mail again for requests that the mailbox of the support has not got. May run twice. */
export async function mailWaitingRequests(deps: SupportDeps): Promise<void> {
  const { database, clock } = deps;
  const before = new Date(clock.now().getTime() - triedForMs);
  await database.transaction(async () => {
    for (const request_id of await listWaiting(database, before, atOnce)) {
      await orderMail(deps, supportRequest, { request_id }, { mailId: request_id });
    }
  });
}
