import type { Context } from '../../../context.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { deskTest } from './emails/desk-test.ts';

/** A mail to the operator alone, the way every mail goes. */
export async function sendTestMail(ctx: Context, owner: Owner): Promise<void> {
  const { user_id } = owner;
  await ctx.database.transaction(async () => {
    await enqueueMail(ctx, deskTest, { user_id, ordered_at: ctx.clock.now().toISOString() });
    await appendAudit(ctx, { actor: operatorActor(owner), act: 'test_mail_sent' });
  });
}
