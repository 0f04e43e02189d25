import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { type ContactNotice, insertContactNotice } from './contact-notice-repository.ts';
import type { Contact } from './contact-repository.ts';
import { noticeMails } from './emails/contact-mails.ts';

/**
 * Orders the mails about a contact who has another address or is removed, in the transaction of the
 * change: one to the owner and perhaps one to the former address, which is kept until it is sent.
 */
export async function orderContactNotices(
  ctx: Context,
  former: Contact,
  kinds: readonly ContactNotice['kind'][],
): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  for (const each of kinds) {
    const notice = {
      id: newId(),
      user_id: former.user_id,
      kind: each,
      name: former.name,
      email: former.email,
      preferred_language: former.preferred_language,
      created_at: now,
    };
    await insertContactNotice(database, notice);
    await enqueueMail(ctx, noticeMails[each], { notice_id: notice.id }, { mailId: notice.id });
  }
}
