import { sessionKeeper } from '../../../../platform/session/session.ts';
import { PurchaseImpossible } from './purchase-failure.ts';

/** Who pays, as the session knows them. */
export async function payerId(): Promise<string> {
  const session = await sessionKeeper.settled();
  if (session.status === 'signed_out') throw new PurchaseImpossible('notSignedIn');
  if (session.status !== 'signed_in') throw new PurchaseImpossible('noSession');
  return session.session.user.id;
}
