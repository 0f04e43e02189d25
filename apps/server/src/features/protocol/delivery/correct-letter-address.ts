import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { refuseInvolvedOperator } from '../../people/involvement/index.ts';
import { deliveryAddressCorrectedByOperator } from '../emails/delivery-mails.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { findEnvelope } from './envelope-repository.ts';
import { isActivatorGone } from './letter-rules.ts';
import { writeCorrection } from './write-correction.ts';

/** Corrects an address in place of the contact who activated and is gone, by the same rules. */
export async function correctLetterAddress(
  deps: ProtocolDeps,
  operator: Owner,
  envelopeId: string,
  email: string,
): Promise<void> {
  const known = await findEnvelope(deps.database, envelopeId);
  if (!known) return fail('not_found');
  const { activation_id, user_id: owner_id } = known;
  await writeCorrection(deps, known, {
    email,
    mayCorrect: async (activation) => {
      await refuseInvolvedOperator(deps, operator, owner_id);
      if (!isActivatorGone(activation)) fail('activator_can_correct');
    },
    tell: async () => {
      await appendAudit(deps, {
        actor: operatorActor(operator),
        act: 'delivery_address_corrected',
        ...{ owner_id, subject_id: envelopeId },
      });
      await orderMail(deps, deliveryAddressCorrectedByOperator, { activation_id });
    },
  });
}
