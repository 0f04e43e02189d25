import { Readable } from 'node:stream';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Download } from '../../../../platform/http/route.ts';
import { openMail } from './open-mail.ts';

/** One attachment, read anew from the mail server. */
export async function downloadAttachment(
  ctx: Context,
  userId: string,
  messageId: string,
  index: number,
): Promise<Download> {
  const wanted = { kind: 'attachment', index } as const;
  const { result } = await openMail(ctx, userId, messageId, wanted);
  if (result === 'cut') fail('mailbox_message_too_large');
  const { bytes, ...names } = result ?? fail('not_found');
  const whole = Buffer.from(bytes.buffer);
  return { ...names, bytes: Readable.from([whole], { objectMode: false }), size: whole.length };
}
