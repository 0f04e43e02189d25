import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { findPerson } from '../../identity/account/index.ts';
import type { Activation } from '../activation/activation-repository.ts';
import { authorIsWell } from '../emails/rearming-mails.ts';
import type { ClaimedEnvelope } from '../letters/claim-repository.ts';
import { openEnvelope } from '../letters/recipient.ts';
import {
  insertRecallNotice,
  listConfirmedContacts,
  listReachedEnvelopes,
  listUnnotifiedEnvelopes,
  markRecalled,
  type ReachedEnvelope,
} from './rearming-repository.ts';

/** Notifies readers whose mail was accepted only after its letters were recalled. */
export async function notifyLateRecipients(
  ctx: Context,
  activation: Pick<Activation, 'id' | 'status' | 'deceased_user_id'>,
  mailed: readonly ClaimedEnvelope[],
): Promise<void> {
  const { database } = ctx;
  const { id, status, deceased_user_id } = activation;
  const ids = await listUnnotifiedEnvelopes(
    database,
    mailed.map((envelope) => envelope.id),
  );
  if (ids.length === 0) return;
  const late = mailed
    .filter((envelope) => ids.includes(envelope.id))
    .map((envelope) => ({ ...envelope, is_notified: false }));
  const isArmed = status === 'past';
  const except = isArmed ? await listConfirmedContacts(database, deceased_user_id) : [];
  const reached = [...(await listReachedEnvelopes(database, id)), ...late];
  await notifyRecipients(ctx, deceased_user_id, reached, except);
}

/**
 * Notifies all recipients of mailed letters that the author is well, with one mail per person and
 * release. Contacts in `except` get a different mail with this news. The owner must be locked.
 */
export async function notifyRecipients(
  ctx: Context,
  ownerId: string,
  reached: readonly ReachedEnvelope[],
  except: readonly string[] = [],
): Promise<void> {
  if (reached.every(({ is_notified }) => is_notified)) return;
  const { database, clock, vault } = ctx;
  const owner = await findPerson(database, ownerId);
  if (!owner) return;
  const key = await vault.keyOf(ownerId);
  const now = clock.now();
  const people = reached.map((envelope) => ({ envelope, ...openEnvelope(key, envelope, owner) }));
  const isDone = ({ envelope }: (typeof people)[number]) =>
    envelope.is_notified || (envelope.contact_id !== null && except.includes(envelope.contact_id));
  const notified = new Set(people.filter(isDone).map(({ to }) => to));
  for (const { to, language, named } of people) {
    if (to === undefined || notified.has(to)) continue;
    notified.add(to);
    const id = newId();
    const { recipient_name } = named;
    await insertRecallNotice(database, {
      id,
      user_id: ownerId,
      email: key.seal(id, 'email', to),
      name: recipient_name && key.seal(id, 'name', recipient_name),
      language,
      created_at: now,
    });
    await enqueueMail(ctx, authorIsWell, { notice_id: id });
  }
  await markRecalled(
    database,
    reached.map(({ id }) => id),
    now,
  );
}
