import type { DoubtVerdict } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import type { AuditEntry } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { refuseInvolvedOperator } from '../../people/involvement/index.ts';
import { doubtUpheld, doubtUpheldForOthers } from '../emails/doubt-mails.ts';
import { auditRelease } from './activation-audit.ts';
import { type Activation, findActivation, moveActivation } from './activation-repository.ts';
import { nextActivationStatus } from './activation-rules.ts';
import { endDoubts, listOpenDoubts, recordDismissal } from './doubt-repository.ts';
import { holdsBack, isDoubtable } from './doubt-rules.ts';
import { resumeStart } from './doubts.ts';
import { endActivation } from './end-activation.ts';
import { endApprovalOf } from './standing-repository.ts';
import { returnFee, withLockedActivations } from './veto.ts';
import { listOtherContacts } from './waiting-repository.ts';

interface Decision {
  verdict: DoubtVerdict;
  /** The newest doubt that the operator has seen. */
  last_doubted_at: string;
}

/**
 * An operator decides about all open doubts of an owner's contacts, and with that about every start
 * that they hold back; `id` is one of these. Of two concurrent decisions the second is refused, and
 * so is one that misses a newer doubt.
 */
export async function decideDoubt(
  ctx: Context,
  operator: Owner,
  id: string,
  decision: Decision,
): Promise<void> {
  const ownerId = (await findActivation(ctx.database, id))?.deceased_user_id;
  if (!ownerId) return fail('not_found');
  await withLockedActivations(ctx, ownerId, async (attempts) => {
    await refuseInvolvedOperator(ctx, operator, ownerId);
    const actor = operatorActor(operator);
    await decide(ctx, { ...decision, actor, ownerId, id, attempts });
  });
}

interface LockedDecision extends Decision {
  actor: AuditEntry['actor'];
  ownerId: string;
  id: string;
  attempts: readonly Activation[];
}

async function decide(
  ctx: Context,
  { actor, ownerId, id, attempts, verdict, last_doubted_at }: LockedDecision,
): Promise<void> {
  const { database, clock } = ctx;
  const doubts = await listOpenDoubts(database, ownerId);
  const held = attempts.filter(
    ({ status, trusted_contact_id }) =>
      isDoubtable(status) && doubts.some((one) => holdsBack(one, trusted_contact_id)),
  );
  if (!held.some((attempt) => attempt.id === id)) fail('review_closed');
  if (doubts.at(-1)?.doubted_at.getTime() !== Date.parse(last_doubted_at)) fail('doubts_changed');
  await endDoubts(database, { owner_id: ownerId }, verdict, clock.now());
  for (const attempt of held) {
    const act = verdict === 'dismissed' ? 'doubt_dismissed' : 'doubt_upheld';
    await auditRelease(ctx, act, attempt, { actor, facts: { doubts: doubts.length } });
    await (verdict === 'dismissed' ? dismiss(ctx, attempt) : uphold(ctx, attempt));
  }
}

/** The start continues; where a second contact had to agree, the decision counts as the agreement. */
async function dismiss(ctx: Context, attempt: Activation): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  const next = nextActivationStatus(attempt.status, 'doubt_dismissed');
  if (!next) {
    await recordDismissal(database, attempt, now);
    return resumeStart(ctx, attempt, 'dismissed');
  }
  await moveActivation(database, attempt, next, now, {
    seconded_at: now,
    seconded_by: null,
    doubt_dismissed_at: now,
  });
  await resumeStart(ctx, { ...attempt, status: next }, 'dismissed');
}

/**
 * The start ends and the whole fee goes back. The contact is not blocked, as after a rejected
 * request: an approval ends, and another start is possible after a day.
 */
async function uphold(ctx: Context, attempt: Activation): Promise<void> {
  const { database, jobs } = ctx;
  const { id: activation_id, payment_id, trusted_contact_id } = attempt;
  if (!(await endActivation(ctx, attempt, 'doubt_upheld', 'doubt_upheld'))) {
    throw new Error('A doubt was upheld about a start that cannot end.');
  }
  await returnFee(ctx, payment_id, 'doubt_upheld');
  if (trusted_contact_id) await endApprovalOf(database, trusted_contact_id);
  await enqueueMail({ jobs }, doubtUpheld, { activation_id });
  for (const { id: contact_id } of await listOtherContacts(database, attempt)) {
    await enqueueMail({ jobs }, doubtUpheldForOthers, { activation_id, contact_id });
  }
}
