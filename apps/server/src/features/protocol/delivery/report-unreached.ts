import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser } from '../../identity/account/index.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { recipientsUnreached } from '../emails/delivery-mails.ts';
import { markReported } from './envelope-repository.ts';

/** Tells the contact who activated, once, about recipients whom no mail reaches. */
export async function reportUnreached(ctx: Context, activationId: string): Promise<void> {
  const { database, clock, log, checkpoint } = ctx;
  const activation = await findActivation(database, activationId);
  if (!activation) return;
  await database.transaction(async () => {
    await lockUser(database, activation.deceased_user_id);
    if (!(await markReported(database, activationId, clock.now()))) return;
    await enqueueMail(ctx, recipientsUnreached, { activation_id: activationId });
    // For operators: who it is stands in the ledger.
    log.warn(
      { code: 'recipients_unreached', activation_id: activationId },
      'letters of an activation do not reach their recipients',
    );
    checkpoint('report.before_commit');
  });
}
