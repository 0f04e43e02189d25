import type { correctionInput } from '@zavet/contract/desk/account-endpoints';
import type { CorrectableField } from '@zavet/contract/desk/desk-values';
import type { AuditAct } from '@zavet/contract/identity/audit-values';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import {
  correctBasicInfo,
  liftThrottles,
  lockUser,
  lockUsers,
  resendConfirmation,
} from '../../identity/account/index.ts';
import { type AuditEntry, appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { eraseContactByEmail, listOwnersByContactEmail } from '../../people/contacts/index.ts';
import { refuseInvolvedOperator } from '../../people/involvement/index.ts';
import { mailOwner } from '../../protocol/index.ts';
import { insertCorrection } from './account-desk-repository.ts';
import { accountChangedBySupport } from './account-mails.ts';

/**
 * Records an operator's act in the audit log, in the transaction of the act and with the owner
 * locked. Rejects involved operators, so no act can skip that check.
 */
export async function recordAct(
  ctx: Context,
  operator: Owner,
  act: AuditAct,
  userId: string,
  facts: AuditEntry['facts'] = {},
): Promise<void> {
  await refuseInvolvedOperator(ctx, operator, userId);
  const actor = operatorActor(operator);
  await appendAudit(ctx, { actor, act, owner_id: userId, subject_id: userId, facts });
}

export function sendConfirmationAgain(
  ctx: Context,
  operator: Owner,
  userId: string,
): Promise<void> {
  return ctx.database.transaction(async () => {
    await resendConfirmation(ctx, userId);
    await recordAct(ctx, operator, 'confirmation_resent', userId);
  });
}

/** Allows sign-ins immediately for an owner locked out by strangers' failed attempts. */
export function liftSignInDelay(ctx: Context, operator: Owner, userId: string): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) fail('not_found');
    if (!(await liftThrottles(ctx, userId))) fail('no_changes');
    await recordAct(ctx, operator, 'sign_in_delay_lifted', userId);
  });
}

/** Corrects locked profile fields, and notifies the owner at every address. */
export function correctBasicInfoOnProof(
  ctx: Context,
  operator: Owner,
  userId: string,
  { proof, reference, ...input }: z.output<typeof correctionInput>,
): Promise<void> {
  const { vault } = ctx;
  const recordCorrection = async (fields: CorrectableField[]) => {
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
    // Field names without values, because the audit log outlives the account.
    await recordAct(ctx, operator, 'basic_info_corrected', userId, {
      fields: fields.join(),
      proof,
    });
    const at = corrected_at.toISOString();
    const change = { kind: 'corrected', fields } as const;
    await mailOwner(ctx, userId, accountChangedBySupport, { user_id: userId, at, change });
  };
  return correctBasicInfo(ctx, userId, input, recordCorrection);
}

/**
 * Erases a person at their request from the contacts of all owners, and notifies the owners. Skips
 * owners with released letters, because their recipients still need the contact.
 */
export async function eraseContact(
  ctx: Context,
  operator: Owner,
  email: string,
): Promise<{ erased: number; kept: number }> {
  const { database } = ctx;
  return database.transaction(async () => {
    const owners = await listOwnersByContactEmail(database, email);
    await lockUsers(database, owners);
    const result = { erased: 0, kept: 0 };
    for (const owner_id of owners) {
      const isErased = await eraseContactByEmail(ctx, owner_id, email);
      if (isErased) await recordAct(ctx, operator, 'contact_erased', owner_id);
      result[isErased ? 'erased' : 'kept'] += 1;
    }
    return result;
  });
}
