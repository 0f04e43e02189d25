import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { lockActivation } from '../activation/activation-repository.ts';
import { isDoubted } from '../doubts/doubt-repository.ts';
import { lockForAnswer } from '../doubts/raise-doubt.ts';
import { withdrawDoubtOf } from '../doubts/withdraw-doubt.ts';
import { recordAgreement } from './second-agreement.ts';

/** Another confirmed contact agrees; a doubt that this contact had before is withdrawn by that. */
export function agreeToActivation(ctx: Context, { user_id }: Owner, id: string): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    const { activation, contact_id, is_stopped } = await lockForAnswer(ctx, user_id, id);
    if (is_stopped) fail('contact_stopped');
    if (activation.status !== 'agreement_pending') fail('agreement_not_needed');
    const owner_id = activation.deceased_user_id;
    await withdrawDoubtOf(ctx, { owner_id, contact_id, user_id });
    if (await isDoubted(database, activation)) fail('start_doubted');
    // Without the doubt, starts of two contacts may have agreed with each other.
    const asked = await lockActivation(database, id);
    if (asked?.status === 'agreement_pending') await recordAgreement(ctx, asked, contact_id);
  });
}
