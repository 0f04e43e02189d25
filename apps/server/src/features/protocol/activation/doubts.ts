import type { DoubtEnding, DoubtVerdict } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { refuseInvolvedOperator } from '../../people/involvement/index.ts';
import { activationState } from '../emails/activation-state-mail.ts';
import { activationAnnounced } from '../emails/announcement-mail.ts';
import { activationEnded } from '../emails/end-mails.ts';
import { mailOwnerWithVetoLink } from '../emails/owner-mail.ts';
import { auditContact, auditRelease, mailOtherContacts } from './activation-notices.ts';
import {
  type Activation,
  findActivation,
  listVetoableStarts,
  lockActivation,
  moveActivation,
} from './activation-repository.ts';
import { nextActivationStatus } from './activation-rules.ts';
import { endApprovalOf } from './contact-veto-repository.ts';
import {
  endDoubts,
  insertDoubt,
  isDoubted,
  listOpenDoubts,
  recordDismissal,
  wasDismissed,
} from './doubt-repository.ts';
import { holdsBack, isDoubtable, releaseAfterDoubt } from './doubt-rules.ts';
import { endActivation, returnFee } from './end-activation.ts';
import { lockAsOtherContact, withLockedActivations } from './lock-activation.ts';
import { agreeByMutualStarts } from './record-agreement.ts';
import { setReleaseAt } from './waiting-repository.ts';

/**
 * Another confirmed contact objects to the start: nothing is released until an operator decides or the
 * contact withdraws the doubt. Doubting again changes nothing.
 */
export function raiseDoubt(ctx: Context, { user_id }: Owner, id: string): Promise<void> {
  const { database, clock, log } = ctx;
  return database.transaction(async () => {
    const { activation, contact_id } = await lockAsOtherContact(ctx, user_id, id);
    if (!isDoubtable(activation.status)) fail('nothing_to_doubt');
    if (await wasDismissed(database, contact_id, activation)) fail('doubt_decided');
    const owner_id = activation.deceased_user_id;
    const now = clock.now();
    if (!(await insertDoubt(database, { owner_id, contact_id }, now))) return;
    await recordSecurityEvent(database, owner_id, 'activation_doubted', systemActor, now);
    await auditContact(
      ctx,
      'activation_doubted',
      { owner_id, initiator_id: user_id, id },
      { contact_id },
    );
    const ids = { activation_id: id, doubter_id: contact_id };
    await mailOwnerWithVetoLink(ctx, owner_id, activationAnnounced, { ...ids, stage: 'doubted' });
    const doubted = { ...ids, state: 'doubted' } as const;
    await enqueueMail(ctx, activationState, doubted);
    await mailOtherContacts(ctx, activation, activationState, doubted, contact_id);
    log.info({ code: 'activation_doubted', activation_id: id }, 'activation doubted');
  });
}

export function withdrawDoubt(ctx: Context, { user_id }: Owner, id: string): Promise<void> {
  return ctx.database.transaction(async () => {
    const { activation, contact_id } = await lockAsOtherContact(ctx, user_id, id);
    const owner_id = activation.deceased_user_id;
    const isWithdrawn = await withdrawDoubtOf(ctx, { owner_id, contact_id, user_id });
    if (!isWithdrawn) fail('nothing_to_doubt');
  });
}

/**
 * Withdraws the open doubt of a contact; false if there is none. Also called when the contact
 * agrees or starts, which contradicts the doubt. The owner must be locked.
 */
export async function withdrawDoubtOf(
  ctx: Context,
  { owner_id, contact_id, user_id }: { owner_id: string; contact_id: string; user_id: string },
): Promise<boolean> {
  const { database, clock } = ctx;
  const ended = await endDoubts(database, { owner_id, contact_id }, 'withdrawn', clock.now());
  if (ended === 0) return false;
  const started = await listVetoableStarts(database, owner_id);
  const held = started.filter(
    ({ status, trusted_contact_id }) => isDoubtable(status) && trusted_contact_id !== contact_id,
  );
  // A doubt may outlive the starts that it held back.
  const subjects = held.length > 0 ? held.map(({ id }) => id) : [contact_id];
  for (const id of subjects) {
    const ids = { owner_id, initiator_id: user_id, id };
    await auditContact(ctx, 'doubt_withdrawn', ids, { contact_id });
  }
  for (const { id } of held) {
    // Read again: resuming one start may have recorded an agreement to the next.
    const activation = await lockActivation(database, id);
    if (activation) await resumeStart(ctx, activation, 'withdrawn');
  }
  return true;
}

/** Resumes a start after a doubt, unless another doubt holds it back. The owner must be locked. */
async function resumeStart(
  ctx: Context,
  activation: Activation,
  ending: Extract<DoubtEnding, 'withdrawn' | 'dismissed'>,
): Promise<void> {
  const { database, clock } = ctx;
  if (await isDoubted(database, activation)) return;
  const { id: activation_id, deceased_user_id: ownerId, release_at } = activation;
  if (activation.status === 'waiting' && release_at) {
    const now = clock.now();
    const later = releaseAfterDoubt(release_at, ending, now);
    if (later > release_at) await setReleaseAt(database, activation, later, now);
  }
  if (activation.status === 'agreement_pending') await agreeByMutualStarts(ctx, activation);
  await mailOwnerWithVetoLink(ctx, ownerId, activationAnnounced, { activation_id, stage: ending });
  await enqueueMail(ctx, activationState, { activation_id, state: ending });
  await mailOtherContacts(ctx, activation, activationState, { state: ending });
}

interface Decision {
  verdict: DoubtVerdict;
  /** The newest doubt that the operator has seen. */
  last_doubted_at: string;
}

/**
 * An operator decides all open doubts about an owner and thereby all starts that they hold back;
 * `id` is one of these starts. Fails if another operator has already decided, or if a doubt is
 * newer than `last_doubted_at`.
 */
export async function decideDoubt(
  ctx: Context,
  operator: Owner,
  id: string,
  { verdict, last_doubted_at }: Decision,
): Promise<void> {
  const { database, clock } = ctx;
  const ownerId = (await findActivation(database, id))?.deceased_user_id;
  if (!ownerId) return fail('not_found');
  await withLockedActivations(ctx, ownerId, async (activations) => {
    await refuseInvolvedOperator(ctx, operator, ownerId);
    const doubts = await listOpenDoubts(database, ownerId);
    const held = activations.filter(
      ({ status, trusted_contact_id }) =>
        isDoubtable(status) && doubts.some((one) => holdsBack(one, trusted_contact_id)),
    );
    if (!held.some((activation) => activation.id === id)) fail('review_closed');
    if (doubts.at(-1)?.doubted_at.getTime() !== Date.parse(last_doubted_at)) fail('doubts_changed');
    await endDoubts(database, { owner_id: ownerId }, verdict, clock.now());
    const isDismissed = verdict === 'dismissed';
    const by = { actor: operatorActor(operator), facts: { doubts: doubts.length } };
    for (const activation of held) {
      await auditRelease(ctx, isDismissed ? 'doubt_dismissed' : 'doubt_upheld', activation, by);
      await (isDismissed ? dismiss(ctx, activation) : uphold(ctx, activation));
    }
  });
}

/** The start continues; the decision counts as the second contact's agreement if one was needed. */
async function dismiss(ctx: Context, activation: Activation): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  const next = nextActivationStatus(activation.status, 'doubt_dismissed');
  if (!next) {
    await recordDismissal(database, activation, now);
    return resumeStart(ctx, activation, 'dismissed');
  }
  await moveActivation(database, activation, next, now, {
    seconded_at: now,
    seconded_by: null,
    doubt_dismissed_at: now,
  });
  await resumeStart(ctx, { ...activation, status: next }, 'dismissed');
}

/** Ends the start and returns the whole fee. Like a rejected request, it does not block the contact. */
async function uphold(ctx: Context, activation: Activation): Promise<void> {
  const { id: activation_id, payment_id, trusted_contact_id } = activation;
  if (!(await endActivation(ctx, activation, 'doubt_upheld', 'doubt_upheld'))) {
    throw new Error('A doubt was upheld about a start that cannot end.');
  }
  await returnFee(ctx, payment_id, 'doubt_upheld');
  if (trusted_contact_id) await endApprovalOf(ctx.database, trusted_contact_id);
  await enqueueMail(ctx, activationEnded, { activation_id });
  await mailOtherContacts(ctx, activation, activationEnded, {});
}
