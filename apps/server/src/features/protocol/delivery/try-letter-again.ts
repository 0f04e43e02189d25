import { isActive } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { lockUser } from '../../identity/account/index.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { refuseInvolvedOperator } from '../../people/involvement/index.ts';
import { lockActivation } from '../activation/activation-repository.ts';
import { sendDeliveriesJob } from './delivery-orders.ts';
import {
  findEnvelope,
  lockEnvelope,
  moveEnvelope,
  recordForLetters,
} from './envelope-repository.ts';
import { followLetters } from './follow-letters.ts';
import { isRefused } from './letter-rules.ts';

/** Has a letter that was refused tried from the beginning. */
export async function tryLetterAgain(
  ctx: Context,
  operator: Owner,
  envelopeId: string,
): Promise<void> {
  const { database, clock, jobs } = ctx;
  const known = await findEnvelope(database, envelopeId);
  if (!known) return fail('not_found');
  const { activation_id, user_id: owner_id } = known;
  await database.transaction(async () => {
    await lockUser(database, owner_id);
    await refuseInvolvedOperator(ctx, operator, owner_id);
    const activation = await lockActivation(database, activation_id);
    const envelope = await lockEnvelope(database, envelopeId);
    if (!activation || !envelope) return fail('not_found');
    if (!isActive(activation.status) || !isRefused(envelope)) fail('letter_not_refused');
    if (envelope.is_claimed) fail('delivery_under_way');
    const now = clock.now();
    // `reported_at` stays: the report of this letter was sent already.
    await moveEnvelope(database, envelopeId, 'queued', {
      refusals: 0,
      last_refusal: null,
      next_attempt_at: now,
    });
    await followLetters(ctx, activation);
    await jobs.enqueue(sendDeliveriesJob, { activation_id });
    await recordForLetters(database, envelopeId, 'tried_again', now);
    await appendAudit(ctx, {
      actor: operatorActor(operator),
      act: 'letter_tried_again',
      ...{ owner_id, subject_id: envelopeId },
      facts: { tries: envelope.refusals },
    });
  });
}
