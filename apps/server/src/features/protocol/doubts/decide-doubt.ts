import type { DoubtVerdict } from '@zavet/contract/protocol/protocol-values';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { refuseInvolvedOperator } from '../../operators/public.ts';
import { lockPayment, orderRefund, withdrawPaymentJob } from '../../payments/public.ts';
import {
  type Activation,
  findActivation,
  moveActivation,
} from '../activation/activation-repository.ts';
import { nextActivationStatus } from '../activation/activation-status-rules.ts';
import { auditRelease } from '../activation/audit-release.ts';
import { endAttempt } from '../activation/end-attempt.ts';
import { doubtUpheld, doubtUpheldForOthers } from '../emails/doubt-mails.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { endApprovalOf } from '../stop/standing-repository.ts';
import { lockAttempts } from '../stop/stop-activations.ts';
import { listOtherContacts } from '../waiting/waiting-repository.ts';
import { endDoubts, listOpenDoubts, noteDismissal } from './doubt-repository.ts';
import { holds, isDoubtable } from './doubt-rules.ts';
import { goOn } from './raise-doubt.ts';

const maxLockAttempts = 20;

/**
 * An operator decides about all open doubts of an owner's contacts, and with that about every start
 * that they hold back; `id` is one of these. Of two concurrent decisions the second is refused.
 */
export async function decideDoubt(
  deps: ProtocolDeps,
  operator: Owner,
  id: string,
  verdict: DoubtVerdict,
): Promise<void> {
  const ownerId = (await findActivation(deps.database, id))?.deceased_user_id;
  if (!ownerId) return fail('not_found');
  for (let tries = 0; tries < maxLockAttempts; tries++) {
    const isDecided = await deps.database.transaction(async () => {
      const attempts = await lockAttempts(deps, ownerId);
      if (!attempts) return false;
      await refuseInvolvedOperator(deps, operator, ownerId);
      await decide(deps, operator, { ownerId, id, attempts, verdict });
      return true;
    });
    if (isDecided) return;
  }
  throw new Error('Contacts began faster than their starts could be locked.');
}

interface Decision {
  ownerId: string;
  id: string;
  attempts: readonly Activation[];
  verdict: DoubtVerdict;
}

async function decide(
  deps: ProtocolDeps,
  operator: Owner,
  { ownerId, id, attempts, verdict }: Decision,
): Promise<void> {
  const { database, clock } = deps;
  const doubts = await listOpenDoubts(database, ownerId);
  const held = attempts.filter(
    ({ status, trusted_contact_id }) =>
      isDoubtable(status) && doubts.some((one) => holds(one, trusted_contact_id)),
  );
  if (!held.some((attempt) => attempt.id === id)) fail('review_closed');
  await endDoubts(database, { owner_id: ownerId }, verdict, clock.now());
  const actor = { kind: 'operator', id: operator.user_id } as const;
  for (const attempt of held) {
    await auditRelease(
      deps,
      verdict === 'dismissed' ? 'doubt_dismissed' : 'doubt_upheld',
      attempt,
      {
        actor,
        facts: { doubts: doubts.length },
      },
    );
    await (verdict === 'dismissed' ? dismiss(deps, attempt) : uphold(deps, attempt));
  }
}

/** The start goes on; where a second contact had to agree, the decision counts as the agreement. */
async function dismiss(deps: ProtocolDeps, attempt: Activation): Promise<void> {
  const { database, clock } = deps;
  const now = clock.now();
  const next = nextActivationStatus(attempt.status, 'doubt_dismissed');
  if (!next) {
    await noteDismissal(database, attempt, now);
    return goOn(deps, attempt, 'dismissed');
  }
  await moveActivation(database, attempt, next, now, {
    seconded_at: now,
    seconded_by: null,
    doubt_dismissed_at: now,
  });
  await goOn(deps, { ...attempt, status: next }, 'dismissed');
}

/**
 * The start ends and the whole fee goes back. The contact is not blocked, as after a rejected
 * request: an approval ends, and another start is possible after a day.
 */
async function uphold(deps: ProtocolDeps, attempt: Activation): Promise<void> {
  const { database, jobs } = deps;
  const { id: activation_id, payment_id, trusted_contact_id } = attempt;
  if (!(await endAttempt(deps, attempt, 'doubt_upheld', 'doubt_upheld'))) {
    throw new Error('A doubt was upheld about a start that cannot end.');
  }
  const payment = payment_id ? await lockPayment(database, payment_id) : undefined;
  if (payment?.status === 'succeeded') {
    await orderRefund(deps, payment, payment.user_id ? 'doubt_upheld' : 'ownerless');
  } else if (payment) {
    await jobs.enqueue(withdrawPaymentJob, { payment_id: payment.id });
  }
  if (trusted_contact_id) await endApprovalOf(database, trusted_contact_id);
  await orderMail({ jobs }, doubtUpheld, { activation_id });
  for (const { id: contact_id } of await listOtherContacts(database, attempt)) {
    await orderMail({ jobs }, doubtUpheldForOthers, { activation_id, contact_id });
  }
}
