import type { AgreementInput } from '@zavet/contract/protocol/legacy-schemas';
import { rulesAt } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUsers, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import {
  agreementAsked,
  agreementAskedForOwner,
  agreementUnanswered,
} from '../emails/agreement-mails.ts';
import { mailOwnerWithVetoLink } from '../emails/owner-mail.ts';
import { findRules } from '../settings/settings-repository.ts';
import {
  type Activation,
  findActivation,
  findOpenActivation,
  hasSomethingToDeliver,
  insertActivation,
  lockActivation,
  moveActivation,
} from './activation-repository.ts';
import { nextActivationStatus } from './activation-rules.ts';
import { countOthers, findAgreement, markAloneNotified } from './agreement-repository.ts';
import { isDoubted, listDoubtsAgainst } from './doubt-repository.ts';
import { lockForAnswer, withdrawDoubtOf } from './doubts.ts';
import { endActivation } from './end-activation.ts';
import { agreeByOwnStarts, recordAgreement } from './record-agreement.ts';
import { examine, examineAgain, failIfStarted, type StartRequest } from './start-permission.ts';
import { agreementStep, noAgreement } from './start-rules.ts';
import { listOtherContacts } from './waiting-repository.ts';

/**
 * Where the owner wants two to agree, the first asks. A contact who began before, and still has it open, has
 * agreed by that; asking again changes nothing.
 */
export async function requestAgreement(
  ctx: Context,
  initiator: Owner,
  input: AgreementInput,
): Promise<{ activation_id: string }> {
  const { database, clock } = ctx;
  const request = await examine(ctx, initiator, input, input.pin);
  const activation_id = await database.transaction(async () => {
    await lockUsers(database, [request.owner_id, request.initiator_id]);
    const approval = await examineAgain(ctx, request);
    await failIfStarted(database, request.owner_id);
    const rules = rulesAt(await findRules(database, request.owner_id), clock.now());
    const known = (await findAgreement(database, request)) ?? noAgreement;
    const is_doubted = (await listDoubtsAgainst(database, request)).length > 0;
    const agreement = { ...known, is_doubted };
    const way = agreementStep(rules, await countOthers(database, request), agreement, clock.now());
    if (way !== 'ask') fail('agreement_not_needed');
    const open = await findOpenActivation(database, request);
    const isOwn = open?.initiator_user_id === request.initiator_id;
    // Asking contradicts a doubt of one's own about the start of another contact.
    const withdrawOwnDoubt = () =>
      withdrawDoubtOf(ctx, { ...request, user_id: request.initiator_id });
    if (open && isOwn && isAsked(open, is_doubted)) {
      await withdrawOwnDoubt();
      const locked = await lockActivation(database, open.id);
      if (locked?.status === 'agreement_pending') await agreeByOwnStarts(ctx, locked);
      return open.id;
    }
    const approved = isOwn && open?.status === 'approved' ? open : undefined;
    // The one who agreed is gone, or it is too long ago: the others are asked anew.
    if (open && !approved) await endActivation(ctx, open, 'given_up', 'given_up');
    if (!(await hasSomethingToDeliver(database, request.owner_id))) fail('nothing_to_deliver');
    await withdrawOwnDoubt();
    const id = await note(ctx, request, approved, approval);
    await tell(ctx, request, id);
    return id;
  });
  return { activation_id };
}

/** The others are asked already; what was agreed to before a doubt came waits for its decision. */
function isAsked({ status }: Activation, isDoubted: boolean): boolean {
  return status === 'agreement_pending' || (status === 'agreed' && isDoubted);
}

/** What an operator approved goes on; otherwise a try begins. */
async function note(
  { database, clock }: Context,
  { owner_id, contact_id, initiator_id }: StartRequest,
  approved: Activation | undefined,
  approval: Pick<Activation, 'approval_basis'>,
): Promise<string> {
  const now = clock.now();
  if (approved) {
    const next = nextActivationStatus(approved.status, 'agreement_asked');
    if (next !== 'agreement_pending') throw new Error('Nobody can be asked about this.');
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

async function tell(ctx: Context, request: StartRequest, id: string): Promise<void> {
  const { database, clock, jobs, log } = ctx;
  const { owner_id } = request;
  const now = clock.now();
  await recordSecurityEvent(database, owner_id, 'activation_agreement_asked', systemActor, now);
  await mailOwnerWithVetoLink(ctx, owner_id, agreementAskedForOwner, { activation_id: id });
  log.info({ code: 'agreement_asked', activation_id: id }, 'a second contact is asked to agree');
  const activation = await lockActivation(database, id);
  if (!activation) throw new Error('An activation was not inserted.');
  if (await agreeByOwnStarts(ctx, activation)) return;
  for (const { id: other_id } of await listOtherContacts(database, activation)) {
    await enqueueMail({ jobs }, agreementAsked, { activation_id: id, contact_id: other_id });
  }
}

/** Another confirmed contact agrees; a doubt that this contact had before is withdrawn by that. */
export function agreeToActivation(ctx: Context, { user_id }: Owner, id: string): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    const { activation, contact_id, is_stopped } = await lockForAnswer(ctx, user_id, id);
    if (is_stopped) fail('contact_stopped');
    if (activation.status !== 'agreement_pending') fail('agreement_not_needed');
    const owner_id = activation.deceased_user_id;
    await withdrawDoubtOf(ctx, { owner_id, contact_id, user_id });
    if (await isDoubted(database, activation)) fail('start_doubted');
    // Without the doubt, starts of two contacts may have agreed with each other.
    const asked = await lockActivation(database, id);
    if (asked?.status === 'agreement_pending') await recordAgreement(ctx, asked, contact_id);
  });
}

/** The 14 days are over without an answer: the contact who asked may continue alone. Once, under locks. */
export async function notifyUnanswered(ctx: Context, id: string): Promise<void> {
  const { database, clock, jobs } = ctx;
  await database.transaction(async () => {
    const found = await findActivation(database, id);
    if (!found) return;
    const { deceased_user_id, initiator_user_id } = found;
    await lockUsers(database, [
      deceased_user_id,
      ...(initiator_user_id ? [initiator_user_id] : []),
    ]);
    const activation = await lockActivation(database, id);
    if (activation?.status !== 'agreement_pending' || !activation.trusted_contact_id) return;
    const is_doubted = await isDoubted(database, activation);
    const now = clock.now();
    const pair = { owner_id: deceased_user_id, contact_id: activation.trusted_contact_id };
    const rules = rulesAt(await findRules(database, deceased_user_id), now);
    const asked = { ...noAgreement, asked_at: activation.agreement_asked_at, is_doubted };
    const way = agreementStep(rules, await countOthers(database, pair), asked, now);
    if (way === 'ask' || !(await markAloneNotified(database, id, now))) return;
    if (way === 'alone') await enqueueMail({ jobs }, agreementUnanswered, { activation_id: id });
  });
}
