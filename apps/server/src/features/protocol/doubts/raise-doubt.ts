import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUsers, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import {
  type Activation,
  findActivation,
  lockActivation,
} from '../activation/activation-repository.ts';
import { auditContact } from '../activation/audit-release.ts';
import { findAnsweringContact } from '../agreement/agreement-repository.ts';
import {
  startDoubted,
  startDoubtedForOthers,
  startDoubtedForOwner,
} from '../emails/doubt-mails.ts';
import { mailOwnerWithStop } from '../emails/owner-mail.ts';
import { listOtherContacts } from '../waiting/waiting-repository.ts';
import { insertDoubt, wasDismissed } from './doubt-repository.ts';
import { isDoubtable } from './doubt-rules.ts';

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
  await mailOwnerWithStop(ctx, activation.deceased_user_id, startDoubtedForOwner, ids);
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
