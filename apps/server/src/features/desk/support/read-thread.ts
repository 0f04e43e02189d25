import type { SupportThread } from '@zavet/contract/desk/support-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { findPerson } from '../../identity/account/index.ts';
import { deskRowOf } from './list-requests-for-desk.ts';
import { listMessages } from './message-repository.ts';
import { openMessages } from './open-messages.ts';
import { openListed } from './open-request.ts';
import { findSupportRequest } from './support-repository.ts';

/** A request with everything that was written in it, for the one who answers. */
export async function readThread(ctx: Context, id: string): Promise<SupportThread> {
  const { database, vault } = ctx;
  const found = await findSupportRequest(database, id);
  const author = found && (await findPerson(database, found.request.user_id));
  if (!found || !author) return fail('not_found');
  const { request } = found;
  const key = vault.open(request.user_id, found.key);
  const texts = openListed(ctx, key, request);
  const messages = openMessages(ctx, key, await listMessages(database, [id]));
  return {
    ...deskRowOf(ctx, request, texts.subject),
    name: texts.name,
    user_email: request.user_email,
    account_email: author.email,
    message: texts.message,
    messages: messages.map((one) => ({
      ...{ id: one.id, author: one.author, text: one.text, mail_state: one.mail_state },
      created_at: one.created_at,
    })),
  };
}
