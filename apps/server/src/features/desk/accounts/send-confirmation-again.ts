import type { Context } from '../../../context.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { resendConfirmation } from '../../identity/account/index.ts';
import { noteAct } from './note-act.ts';

/** For an owner whose first mail never arrived. */
export function sendConfirmationAgain(
  ctx: Context,
  operator: Owner,
  userId: string,
): Promise<void> {
  return ctx.database.transaction(async () => {
    await resendConfirmation(ctx, userId);
    await noteAct(ctx, operator, 'confirmation_resent', userId);
  });
}
