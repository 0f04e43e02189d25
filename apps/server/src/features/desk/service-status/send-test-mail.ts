import type { Owner } from '../../../platform/http/route.ts';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { deskTest } from './emails/desk-test.ts';
import type { OperationDeps } from './operation-deps.ts';

/** A mail to the operator alone, the way every mail goes. */
export async function sendTestMail(deps: OperationDeps, owner: Owner): Promise<void> {
  const { user_id } = owner;
  await deps.database.transaction(async () => {
    await orderMail(deps, deskTest, { user_id, ordered_at: deps.clock.now().toISOString() });
    await appendAudit(deps, { actor: operatorActor(owner), act: 'test_mail_sent' });
  });
}
