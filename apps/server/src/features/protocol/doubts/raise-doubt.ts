import type { DoubtEnding } from '@zavet/contract/protocol/protocol-values';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { lockUsers, recordSecurityEvent, systemActor } from '../../account/public.ts';
import {
  type Activation,
  findActivation,
  listStoppable,
  lockActivation,
} from '../activation/activation-repository.ts';
import { auditContact } from '../activation/audit-release.ts';
import { findSecond } from '../agreement/agreement-repository.ts';
import { secondByStarts } from '../agreement/second-agreement.ts';
import {
  doubtEnded,
  doubtEndedForOwner,
  startDoubted,
  startDoubtedForOthers,
  startDoubtedForOwner,
} from '../emails/doubt-mails.ts';
import { mailOwnerWithStop } from '../emails/owner-mail.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { listOtherContacts, setReleaseAt } from '../waiting/waiting-repository.ts';
import { endDoubts, insertDoubt, isDoubted, wasDismissed } from './doubt-repository.ts';
import { isDoubtable, releaseAfterDoubt } from './doubt-rules.ts';

interface Doubting {
  activation: Activation;
  contact_id: string;
  is_stopped: boolean;
}

/**
 * Another confirmed contact says that the start is a mistake: nothing is released until an operator
 * has decided, or the contact takes it back. Doubting again changes nothing.
 */
export function raiseDoubt(deps: ProtocolDeps, { user_id }: Owner, id: string): Promise<void> {
  const { database, clock } = deps;
  return database.transaction(async () => {
    const { activation, contact_id } = await lockForAnswer(deps, user_id, id);
    if (!isDoubtable(activation.status)) fail('nothing_to_doubt');
    if (await wasDismissed(database, contact_id, activation)) fail('doubt_decided');
    const owner_id = activation.deceased_user_id;
    const now = clock.now();
    if (!(await insertDoubt(database, { owner_id, contact_id }, now))) return;
    await recordSecurityEvent(database, owner_id, 'activation_doubted', systemActor, now);
    const ids = { owner_id, initiator_id: user_id, id };
    await auditContact(deps, 'activation_doubted', ids, { contact_id });
    await notifyOfDoubt(deps, activation, contact_id);
  });
}

/** The contact takes the doubt back: the start goes on as if it had not been doubted. */
export function withdrawDoubt(deps: ProtocolDeps, { user_id }: Owner, id: string): Promise<void> {
  const { database, clock } = deps;
  return database.transaction(async () => {
    const { activation, contact_id } = await lockForAnswer(deps, user_id, id);
    const owner_id = activation.deceased_user_id;
    const ended = await endDoubts(database, { owner_id, contact_id }, 'withdrawn', clock.now());
    if (ended === 0) fail('nothing_to_doubt');
    const ids = { owner_id, initiator_id: user_id, id };
    await auditContact(deps, 'doubt_withdrawn', ids, { contact_id });
    for (const { id: heldId } of await listStoppable(database, owner_id)) {
      const held = await lockActivation(database, heldId);
      // The contact's own start was not held back.
      if (!held || !isDoubtable(held.status) || held.trusted_contact_id === contact_id) continue;
      await goOn(deps, held, 'withdrawn');
    }
  });
}

/**
 * The activation and the caller as another confirmed contact of its owner, with both accounts and the
 * activation locked. Strangers and the contact who began learn nothing.
 */
export async function lockForAnswer(
  { database }: ProtocolDeps,
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
  database: ProtocolDeps['database'],
  { deceased_user_id, trusted_contact_id }: Activation,
  user_id: string,
) {
  return findSecond(database, {
    owner_id: deceased_user_id,
    contact_id: trusted_contact_id,
    user_id,
  });
}

async function notifyOfDoubt(
  deps: ProtocolDeps,
  activation: Activation,
  doubter_id: string,
): Promise<void> {
  const { database, jobs, log } = deps;
  const ids = { activation_id: activation.id, doubter_id };
  await mailOwnerWithStop(deps, activation.deceased_user_id, startDoubtedForOwner, ids);
  await orderMail({ jobs }, startDoubted, ids);
  for (const { id: contact_id } of await listOtherContacts(database, activation)) {
    if (contact_id === doubter_id) continue;
    await orderMail({ jobs }, startDoubtedForOthers, { ...ids, contact_id });
  }
  log.info(
    { code: 'activation_doubted', activation_id: activation.id },
    'a contact doubts an activation',
  );
}

/**
 * A doubt has ended. A start that no other doubt holds back goes on: letters that wait are released
 * when the rules say, and those whom it concerns are notified. The owner must be locked.
 */
export async function goOn(
  deps: ProtocolDeps,
  activation: Activation,
  ending: Extract<DoubtEnding, 'withdrawn' | 'dismissed'>,
): Promise<void> {
  const { database, clock, jobs } = deps;
  if (await isDoubted(database, activation)) return;
  const { id: activation_id, deceased_user_id: ownerId, release_at } = activation;
  if (activation.status === 'waiting' && release_at) {
    const now = clock.now();
    const later = releaseAfterDoubt(release_at, ending, now);
    if (later > release_at) await setReleaseAt(database, activation, later, now);
  }
  if (activation.status === 'agreement_pending') await secondByStarts(deps, activation);
  await mailOwnerWithStop(deps, ownerId, doubtEndedForOwner, { activation_id, ending });
  await orderMail({ jobs }, doubtEnded, { activation_id, ending });
  for (const { id: contact_id } of await listOtherContacts(database, activation)) {
    await orderMail({ jobs }, doubtEnded, { activation_id, ending, contact_id });
  }
}
