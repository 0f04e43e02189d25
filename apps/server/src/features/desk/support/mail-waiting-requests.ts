import { daysAfter } from '@zavet/contract/days';
import { mailLostAfterDays } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { supportReply } from './emails/message-mails.ts';
import { supportRequest } from './emails/support-mails.ts';
import { listUnmailed } from './message-repository.ts';
import { listWaiting } from './support-repository.ts';

/** One transaction a day; more than are left of any day. */
const atOnce = 500;

/** Orders the mail again for requests and messages that the mailbox of the support has not got. May run twice. */
export async function mailWaitingRequests(ctx: Context): Promise<void> {
  const { database, clock } = ctx;
  const before = daysAfter(clock.now(), -mailLostAfterDays);
  await database.transaction(async () => {
    for (const request_id of await listWaiting(database, before, atOnce)) {
      await enqueueMail(ctx, supportRequest, { request_id }, { mailId: request_id });
    }
    for (const message_id of await listUnmailed(database, before, atOnce)) {
      await enqueueMail(ctx, supportReply, { message_id }, { mailId: message_id });
    }
  });
}
