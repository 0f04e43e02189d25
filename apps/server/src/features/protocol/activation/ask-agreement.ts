import type { AgreementInput } from '@zavet/contract/protocol/legacy-schemas';
import { rulesAt } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUsers, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { activationAnnounced } from '../emails/announcement-mail.ts';
import { mailOwnerWithVetoLink } from '../emails/owner-mail.ts';
import { activationProgress, agreementAsked } from '../emails/progress-mails.ts';
import { findRules } from '../settings/settings-repository.ts';
import { mailOtherContacts } from './activation-notices.ts';
import {
  type Activation,
  findOpenActivation,
  hasSomethingToDeliver,
  insertActivation,
  lockActivation,
  moveActivation,
} from './activation-repository.ts';
import { nextActivationStatus } from './activation-rules.ts';
import { countOtherContacts, markAloneNotified } from './agreement-repository.ts';
import { isDoubted } from './doubt-repository.ts';
import { withdrawDoubtOf } from './doubts.ts';
import { endActivation } from './end-activation.ts';
import { lockAsOtherContact, lockUnpaidStart } from './lock-activation.ts';
import { agreeByMutualStarts, findAgreementStep, recordAgreement } from './record-agreement.ts';
import { checkStart, failIfStarted, recheckStart, type StartRequest } from './start-permission.ts';
import { agreementStep, noAgreement } from './start-rules.ts';

/** Asks the other contacts to agree if the owner requires two. Asking again changes nothing. */
export async function requestAgreement(
  ctx: Context,
  initiator: Owner,
  input: AgreementInput,
): Promise<{ activation_id: string }> {
  const { database } = ctx;
  const request = await checkStart(ctx, initiator, input, input.pin);
  const activation_id = await database.transaction(async () => {
    await lockUsers(database, [request.owner_id, request.initiator_id]);
    const approval = await recheckStart(ctx, request);
    await failIfStarted(database, request.owner_id);
    const { step, is_doubted } = await findAgreementStep(ctx, request);
    if (step !== 'ask') fail('agreement_not_needed');
    const open = await findOpenActivation(database, request);
    const isOwn = open?.initiator_user_id === request.initiator_id;
    // Asking contradicts the contact's own doubt about another start.
    const withdrawOwnDoubt = () =>
      withdrawDoubtOf(ctx, { ...request, user_id: request.initiator_id });
    if (open && isOwn && isAsked(open, is_doubted)) {
      await withdrawOwnDoubt();
      const locked = await lockActivation(database, open.id);
      if (locked?.status === 'agreement_pending') await agreeByMutualStarts(ctx, locked);
      return open.id;
    }
    const approved = isOwn && open?.status === 'approved' ? open : undefined;
    // The agreement has expired, or its contact was removed: all other contacts are asked again.
    if (open && !approved) await endActivation(ctx, open, 'given_up', 'given_up');
    if (!(await hasSomethingToDeliver(database, request.owner_id))) fail('nothing_to_deliver');
    await withdrawOwnDoubt();
    const id = await saveAgreementRequest(ctx, request, approved, approval);
    await notifyOfAgreementRequest(ctx, request.owner_id, id);
    return id;
  });
  return { activation_id };
}

/** An agreement older than an open doubt counts as a pending request until the doubt is decided. */
function isAsked({ status }: Activation, isDoubted: boolean): boolean {
  return status === 'agreement_pending' || (status === 'agreed' && isDoubted);
}

/** Continues an approved activation, or inserts a new one. */
async function saveAgreementRequest(
  { database, clock }: Context,
  { owner_id, contact_id, initiator_id }: StartRequest,
  approved: Activation | undefined,
  approval: Pick<Activation, 'approval_basis'>,
): Promise<string> {
  const now = clock.now();
  if (approved) {
    const next = nextActivationStatus(approved.status, 'agreement_asked');
    if (next !== 'agreement_pending') throw new Error('The start cannot ask for agreement.');
    await moveActivation(database, approved, next, now, { agreement_asked_at: now });
    return approved.id;
  }
  const id = newId();
  await insertActivation(database, {
    id,
    deceased_user_id: owner_id,
    trusted_contact_id: contact_id,
    initiator_user_id: initiator_id,
    status: 'agreement_pending',
    ...approval,
    agreement_asked_at: now,
    created_at: now,
    updated_at: now,
  });
  return id;
}

async function notifyOfAgreementRequest(ctx: Context, owner_id: string, id: string): Promise<void> {
  const { database, clock, log } = ctx;
  const now = clock.now();
  await recordSecurityEvent(database, owner_id, 'activation_agreement_asked', systemActor, now);
  await mailOwnerWithVetoLink(ctx, owner_id, activationAnnounced, {
    activation_id: id,
    stage: 'asked',
  });
  log.info({ code: 'agreement_asked', activation_id: id }, 'asked for a second agreement');
  const activation = await lockActivation(database, id);
  if (!activation) throw new Error('An activation was not inserted.');
  if (await agreeByMutualStarts(ctx, activation)) return;
  await mailOtherContacts(ctx, activation, agreementAsked, {});
}

/** Another confirmed contact agrees, which also withdraws their own doubt. */
export function agreeToActivation(ctx: Context, { user_id }: Owner, id: string): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    const { activation, contact_id, is_vetoed } = await lockAsOtherContact(ctx, user_id, id);
    if (is_vetoed) fail('contact_vetoed');
    if (activation.status !== 'agreement_pending') fail('agreement_not_needed');
    const owner_id = activation.deceased_user_id;
    await withdrawDoubtOf(ctx, { owner_id, contact_id, user_id });
    if (await isDoubted(database, activation)) fail('start_doubted');
    // Read again: without the doubt, two starts may have agreed with each other.
    const asked = await lockActivation(database, id);
    if (asked?.status === 'agreement_pending') await recordAgreement(ctx, asked, contact_id);
  });
}

/** Notifies the initiator, once, that the time to answer is over and they may continue alone. */
export async function notifyUnanswered(ctx: Context, id: string): Promise<void> {
  const { database, clock } = ctx;
  await database.transaction(async () => {
    const activation = await lockUnpaidStart(ctx, id);
    if (activation?.status !== 'agreement_pending' || !activation.trusted_contact_id) return;
    const { deceased_user_id: owner_id, trusted_contact_id: contact_id } = activation;
    const is_doubted = await isDoubted(database, activation);
    const now = clock.now();
    const rules = rulesAt(await findRules(database, owner_id), now);
    const asked = { ...noAgreement, asked_at: activation.agreement_asked_at, is_doubted };
    const others = await countOtherContacts(database, { owner_id, contact_id });
    const step = agreementStep(rules, others, asked, now);
    if (step === 'ask' || !(await markAloneNotified(database, id, now))) return;
    if (step === 'alone') await enqueueMail(ctx, activationProgress, { activation_id: id, step });
  });
}
