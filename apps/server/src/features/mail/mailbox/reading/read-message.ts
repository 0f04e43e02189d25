import type { MailboxMessageView } from '@zavet/contract/mail/mailbox-endpoints';
import type { Context } from '../../../../context.ts';
import { openMail } from './open-mail.ts';

/** One mail with its text and what is attached to it. */
export async function readMessage(
  ctx: Context,
  userId: string,
  messageId: string,
): Promise<MailboxMessageView> {
  const wanted = { kind: 'parts' } as const;
  const { message, envelope, result } = await openMail(ctx, userId, messageId, wanted);
  const { size: _, ...summary } = envelope;
  return {
    id: message.id,
    ...summary,
    ...result,
    has_attachments: result.attachments.length > 0,
    folder: message.folder,
  };
}
