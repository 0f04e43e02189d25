import type { correctionInput } from '@zavet/contract/desk/account-endpoints';
import type { CorrectableField } from '@zavet/contract/desk/desk-values';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { correctBasicInfo } from '../../identity/account/index.ts';
import { insertCorrection } from './account-desk-repository.ts';
import { basicInfoCorrected } from './emails/account-desk-mails.ts';
import { orderAtEveryAddress } from './emails/order-at-every-address.ts';
import { noteAct } from './note-act.ts';

/** Corrects a name or a date of birth that the owner cannot change, and tells every address of it. */
export function correctOnProof(
  ctx: Context,
  operator: Owner,
  userId: string,
  { proof, reference, ...given }: z.output<typeof correctionInput>,
): Promise<void> {
  const { vault } = ctx;
  const alongside = async (fields: CorrectableField[]) => {
    const id = newId();
    const corrected_at = ctx.clock.now();
    const key = await vault.keyOf(userId);
    await insertCorrection(ctx.database, {
      id,
      user_id: userId,
      operator_id: operator.user_id,
      fields,
      proof,
      reference: key.seal(id, 'reference', reference),
      corrected_at,
    });
    // The values stay out of it: the log is kept longer than the account.
    await noteAct(ctx, operator, 'basic_info_corrected', userId, {
      fields: fields.join(),
      proof,
    });
    const at = corrected_at.toISOString();
    await orderAtEveryAddress(ctx, basicInfoCorrected, { user_id: userId, fields, at });
  };
  return correctBasicInfo(ctx, userId, given, alongside);
}
