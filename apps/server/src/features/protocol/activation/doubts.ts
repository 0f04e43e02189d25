import type { DoubtEnding } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUsers, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import {
  doubtEnded,
  doubtEndedForOwner,
  startDoubted,
  startDoubtedForOthers,
  startDoubtedForOwner,
} from '../emails/doubt-mails.ts';
import { mailOwnerWithVetoLink } from '../emails/owner-mail.ts';
import { auditContact } from './activation-audit.ts';
import {
  type Activation,
  findActivation,
  listVetoable,
  lockActivation,
} from './activation-repository.ts';
import { findAnsweringContact } from './agreement-repository.ts';
import { endDoubts, insertDoubt, isDoubted, wasDismissed } from './doubt-repository.ts';
import { isDoubtable, releaseAfterDoubt } from './doubt-rules.ts';
import { agreeByOwnStarts } from './record-agreement.ts';
import { listOtherContacts, setReleaseAt } from './waiting-repository.ts';

interface Doubting {
  activation: Activation;
  contact_id: string;
  is_stopped: boolean;
}

/**
 * Another confirmed contact says that the start is a mistake: nothing is released until an operator
 * has decided, or the contact takes it back. Doubting again changes nothing.
 */
export function raiseDoubt(ctx: Context, { user_id }: Owner, id: string): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    const { activation, contact_id } = await lockForAnswer(ctx, user_id, id);
    if (!isDoubtable(activation.status)) fail('nothing_to_doubt');
    if (await wasDismissed(database, contact_id, activation)) fail('doubt_decided');
    const owner_id = activation.deceased_user_id;
    const now = clock.now();
    if (!(await insertDoubt(database, { owner_id, contact_id }, now))) return;
    await recordSecurityEvent(database, owner_id, 'activation_doubted', systemActor, now);
    const ids = { owner_id, initiator_id: user_id, id };
    await auditContact(ctx, 'activation_doubted', ids, { contact_id });
    await notifyOfDoubt(ctx, activation, contact_id);
  });
}

/**
 * The activation and the caller as another confirmed contact of its owner, with both accounts and the
 * activation locked. Strangers and the contact who began learn nothing.
 */
export async function lockForAnswer(
  { database }: Context,
  userId: string,
  id: string,
): Promise<Doubting> {
  const found = await findActivation(database, id);
  if (!found || !(await callerIn(database, found, userId))) return fail('not_found');
  await lockUsers(database, [found.deceased_user_id, userId]);
  const activation = await lockActivation(database, id);
  const caller = activation && (await callerIn(database, activation, userId));
  return activation && caller ? { activation, ...caller } : fail('not_found');
}

function callerIn(
  database: Context['database'],
  { deceased_user_id, trusted_contact_id }: Activation,
  user_id: string,
) {
  return findAnsweringContact(database, {
    owner_id: deceased_user_id,
    contact_id: trusted_contact_id,
    user_id,
  });
}

async function notifyOfDoubt(
  ctx: Context,
  activation: Activation,
  doubter_id: string,
): Promise<void> {
  const { database, jobs, log } = ctx;
  const ids = { activation_id: activation.id, doubter_id };
  await mailOwnerWithVetoLink(ctx, activation.deceased_user_id, startDoubtedForOwner, ids);
  await enqueueMail({ jobs }, startDoubted, ids);
  for (const { id: contact_id } of await listOtherContacts(database, activation)) {
    if (contact_id === doubter_id) continue;
    await enqueueMail({ jobs }, startDoubtedForOthers, { ...ids, contact_id });
  }
  log.info(
    { code: 'activation_doubted', activation_id: activation.id },
    'a contact doubts an activation',
  );
}

/** The contact withdraws the doubt: the start continues as if it had not been doubted. */
export function withdrawDoubt(ctx: Context, { user_id }: Owner, id: string): Promise<void> {
  return ctx.database.transaction(async () => {
    const { activation, contact_id } = await lockForAnswer(ctx, user_id, id);
    const owner_id = activation.deceased_user_id;
    const isWithdrawn = await withdrawDoubtOf(ctx, { owner_id, contact_id, user_id });
    if (!isWithdrawn) fail('nothing_to_doubt');
  });
}

/**
 * Withdraws the open doubt of a contact, also one that the contact contradicts by agreeing or by an
 * own start. False where there is none. The owner must be locked.
 */
export async function withdrawDoubtOf(
  ctx: Context,
  { owner_id, contact_id, user_id }: { owner_id: string; contact_id: string; user_id: string },
): Promise<boolean> {
  const { database, clock } = ctx;
  const ended = await endDoubts(database, { owner_id, contact_id }, 'withdrawn', clock.now());
  if (ended === 0) return false;
  const begun = await listVetoable(database, owner_id);
  const held = begun.filter(
    ({ status, trusted_contact_id }) => isDoubtable(status) && trusted_contact_id !== contact_id,
  );
  // A doubt may outlive the starts that it held back.
  const subjects = held.length > 0 ? held.map(({ id }) => id) : [contact_id];
  for (const id of subjects) {
    const ids = { owner_id, initiator_id: user_id, id };
    await auditContact(ctx, 'doubt_withdrawn', ids, { contact_id });
  }
  for (const { id } of held) {
    // Read again: starts that are no longer held back may have agreed with each other.
    const activation = await lockActivation(database, id);
    if (activation) await resumeStart(ctx, activation, 'withdrawn');
  }
  return true;
}

/**
 * Resumes a start after the end of a doubt, unless another doubt holds it back: letters that wait are
 * released when the rules say, and everyone concerned is notified. The owner must be locked.
 */
export async function resumeStart(
  ctx: Context,
  activation: Activation,
  ending: Extract<DoubtEnding, 'withdrawn' | 'dismissed'>,
): Promise<void> {
  const { database, clock, jobs } = ctx;
  if (await isDoubted(database, activation)) return;
  const { id: activation_id, deceased_user_id: ownerId, release_at } = activation;
  if (activation.status === 'waiting' && release_at) {
    const now = clock.now();
    const later = releaseAfterDoubt(release_at, ending, now);
    if (later > release_at) await setReleaseAt(database, activation, later, now);
  }
  if (activation.status === 'agreement_pending') await agreeByOwnStarts(ctx, activation);
  await mailOwnerWithVetoLink(ctx, ownerId, doubtEndedForOwner, { activation_id, ending });
  await enqueueMail({ jobs }, doubtEnded, { activation_id, ending });
  for (const { id: contact_id } of await listOtherContacts(database, activation)) {
    await enqueueMail({ jobs }, doubtEnded, { activation_id, ending, contact_id });
  }
}
