import type { AgreementInput } from '@zavet/contract/protocol/legacy-schemas';
import { rulesAt } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUsers, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import {
  type Activation,
  findOpenActivation,
  hasSomethingToDeliver,
  insertActivation,
  lockActivation,
  moveActivation,
} from '../activation/activation-repository.ts';
import { nextActivationStatus } from '../activation/activation-status-rules.ts';
import { endActivation } from '../activation/end-attempt.ts';
import {
  examine,
  examineAgain,
  failIfStarted,
  type StartRequest,
} from '../activation/examine-start.ts';
import { listDoubtsAgainst } from '../doubts/doubt-repository.ts';
import { withdrawDoubtOf } from '../doubts/withdraw-doubt.ts';
import { agreementAsked, agreementAskedForOwner } from '../emails/agreement-mails.ts';
import { mailOwnerWithStop } from '../emails/owner-mail.ts';
import { findRules } from '../rules/rules-repository.ts';
import { listOtherContacts } from '../waiting/waiting-repository.ts';
import { countOthers, findAgreement } from './agreement-repository.ts';
import { agreementStep, noAgreement } from './agreement-rules.ts';
import { agreeByOwnStarts } from './second-agreement.ts';

/**
 * Where the owner wants two to agree, the first asks. A contact who began before, and still has it open, has
 * agreed by that; asking again changes nothing.
 */
export async function askForAgreement(
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
  await mailOwnerWithStop(ctx, owner_id, agreementAskedForOwner, { activation_id: id });
  log.info({ code: 'agreement_asked', activation_id: id }, 'a second contact is asked to agree');
  const activation = await lockActivation(database, id);
  if (!activation) throw new Error('An activation was not inserted.');
  if (await agreeByOwnStarts(ctx, activation)) return;
  for (const { id: other_id } of await listOtherContacts(database, activation)) {
    await enqueueMail({ jobs }, agreementAsked, { activation_id: id, contact_id: other_id });
  }
}
