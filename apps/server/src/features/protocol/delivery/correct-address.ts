import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { auditContact } from '../activation/audit-release.ts';
import { deliveryAddressCorrected } from '../emails/delivery-mails.ts';
import { findEnvelope } from './envelope-repository.ts';
import { writeCorrection } from './write-correction.ts';

/** Corrects the address of a recipient whom no mail reaches, once. Returns the activation's id. */
export async function correctAddress(
  ctx: Context,
  { user_id }: Owner,
  envelopeId: string,
  email: string,
): Promise<string> {
  const { database } = ctx;
  const known = await findEnvelope(database, envelopeId);
  const activation = known && (await findActivation(database, known.activation_id));
  if (!known || activation?.initiator_user_id !== user_id) return fail('not_found');
  const { activation_id } = known;
  await writeCorrection(ctx, known, {
    email,
    tell: async () => {
      const ids = { owner_id: known.user_id, initiator_id: user_id, id: envelopeId };
      await auditContact(ctx, 'delivery_address_corrected', ids);
      await enqueueMail(ctx, deliveryAddressCorrected, { activation_id });
    },
  });
  return activation_id;
}
