import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { refuseInvolvedOperator } from '../../people/involvement/index.ts';
import { deliveryAddressCorrectedByOperator } from '../emails/delivery-mails.ts';
import { findEnvelope } from './envelope-repository.ts';
import { isActivatorGone } from './letter-rules.ts';
import { writeCorrection } from './write-correction.ts';

/** Corrects an address in place of the contact who activated and is gone, by the same rules. */
export async function correctLetterAddress(
  ctx: Context,
  operator: Owner,
  envelopeId: string,
  email: string,
): Promise<void> {
  const known = await findEnvelope(ctx.database, envelopeId);
  if (!known) return fail('not_found');
  const { activation_id, user_id: owner_id } = known;
  await writeCorrection(ctx, known, {
    email,
    mayCorrect: async (activation) => {
      await refuseInvolvedOperator(ctx, operator, owner_id);
      if (!isActivatorGone(activation)) fail('activator_can_correct');
    },
    tell: async () => {
      await appendAudit(ctx, {
        actor: operatorActor(operator),
        act: 'delivery_address_corrected',
        ...{ owner_id, subject_id: envelopeId },
      });
      await enqueueMail(ctx, deliveryAddressCorrectedByOperator, { activation_id });
    },
  });
}
