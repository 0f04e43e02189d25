import { rulesAt } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { activationProgress } from '../emails/progress-mails.ts';
import { findRules } from '../settings/settings-repository.ts';
import { auditRelease } from './activation-notices.ts';
import { type Activation, lockActivation, moveActivation } from './activation-repository.ts';
import { nextActivationStatus } from './activation-rules.ts';
import { countOtherContacts, findAgreement, findOtherStarter } from './agreement-repository.ts';
import { isDoubted, listDoubtsAgainst } from './doubt-repository.ts';
import { agreementStep, noAgreement } from './start-rules.ts';

/** The next step of a contact, with the agreement and doubts it is based on. */
export async function findAgreementStep(
  { database, clock }: Context,
  request: { owner_id: string; contact_id: string },
) {
  const now = clock.now();
  const rules = rulesAt(await findRules(database, request.owner_id), now);
  const known = await findAgreement(database, request);
  const is_doubted = (await listDoubtsAgainst(database, request)).length > 0;
  const agreement = { ...(known ?? noAgreement), is_doubted };
  const step = agreementStep(rules, await countOtherContacts(database, request), agreement, now);
  return { step, known, is_doubted };
}

/** Records an agreement. Owner and activation must be locked. */
export async function recordAgreement(
  ctx: Context,
  activation: Activation,
  contactId: string,
): Promise<void> {
  const { database, clock, log } = ctx;
  const next = nextActivationStatus(activation.status, 'seconded');
  if (next !== 'agreed') throw new Error('The activation does not await an agreement.');
  const now = clock.now();
  const seconded = { seconded_by: contactId, seconded_at: now };
  await moveActivation(database, activation, next, now, seconded);
  await auditRelease(ctx, 'activation_agreed', activation, {
    actor: { kind: 'contact' },
    facts: { contact_id: contactId },
  });
  await enqueueMail(ctx, activationProgress, { activation_id: activation.id, step: 'agreed' });
  log.info({ code: 'agreement_given', activation_id: activation.id }, 'a second contact agreed');
}

/**
 * Two contacts who have both started thereby agree to each other's starts, unless a doubt holds a
 * start back. False if the other contacts must be asked. Owner and activation must be locked.
 */
export async function agreeByMutualStarts(ctx: Context, activation: Activation): Promise<boolean> {
  const { database } = ctx;
  const { deceased_user_id: owner_id, trusted_contact_id: contact_id } = activation;
  if (contact_id === null || (await isDoubted(database, activation))) return false;
  const other = await findOtherStarter(database, { owner_id, contact_id });
  if (!other) return false;
  await recordAgreement(ctx, activation, other.contact_id);
  const theirs = await lockActivation(database, other.activation_id);
  if (theirs?.status === 'agreement_pending' && !(await isDoubted(database, theirs))) {
    await recordAgreement(ctx, theirs, contact_id);
  }
  return true;
}
