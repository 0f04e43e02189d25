import type { Owner } from '../../../platform/http/route.ts';
import { resendConfirmation } from '../../identity/account/index.ts';
import type { AccountDeskDeps } from './account-desk-deps.ts';
import { noteAct } from './note-act.ts';

/** For somebody whose first mail never came. */
export function sendConfirmationAgain(
  deps: AccountDeskDeps,
  operator: Owner,
  userId: string,
): Promise<void> {
  return deps.account.database.transaction(async () => {
    await resendConfirmation(deps.account, userId);
    await noteAct(deps, operator, 'confirmation_resent', userId);
  });
}
