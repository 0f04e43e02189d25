import type { RehearsalsView } from '@zavet/contract/protocol/rehearsal-endpoints';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { fail } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { type EventOrigin, lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { checkAddressesJob } from './check-addresses.ts';
import { rehearsalRequestMail } from './participant-mails.ts';
import { planParticipants, readObstacle, readRehearsals } from './read-rehearsals.ts';
import {
  type ConfirmedContact,
  deleteOldRehearsals,
  insertRehearsal,
  type Participant,
  type Rehearsal,
} from './rehearsal-repository.ts';
import { endsAtFor, type NamedAddress } from './rehearsal-rules.ts';

type NewParticipant = Pick<
  Participant,
  'id' | 'rehearsal_id' | 'user_id' | 'kind' | 'contact_id' | 'digest' | 'email' | 'name'
>;

/** Starts a rehearsal. Rows, security event and jobs commit in one transaction. */
export async function startRehearsal(
  ctx: Context,
  { user_id }: { user_id: string },
  mailsRecipients: boolean,
  caller: EventOrigin,
): Promise<RehearsalsView> {
  const { database, clock, jobs, vault } = ctx;
  await database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const { contacts, recipients } = await planParticipants(ctx, user_id);
    const { obstacle, next_start_at } = await readObstacle(ctx, user_id, contacts.length);
    if (obstacle) {
      fail(obstacle, next_start_at && { facts: { until: next_start_at } });
    }
    const id = newId();
    const now = clock.now();
    const key = await vault.keyOf(user_id);
    const contactRows = contacts.map((contact) => contactRow(ctx, key, { id, user_id }, contact));
    const recipientRows = recipients.map((recipient) =>
      recipientRow(key, { id, user_id }, recipient),
    );
    await insertRehearsal(
      database,
      { id, user_id, started_at: now, ends_at: endsAtFor(now), mails_recipients: mailsRecipients },
      [...contactRows, ...recipientRows],
    );
    await deleteOldRehearsals(database, user_id);
    await recordSecurityEvent(database, user_id, 'rehearsal_started', caller, now);
    for (const row of contactRows) {
      await enqueueMail(ctx, rehearsalRequestMail, { participant_id: row.id }, { mailId: row.id });
    }
    if (recipientRows.length > 0) await jobs.enqueue(checkAddressesJob, { rehearsal_id: id });
  });
  return readRehearsals(ctx, user_id);
}

function contactRow(
  { linkTokens }: Context,
  key: OwnerKey,
  { id: rehearsal_id, user_id }: Pick<Rehearsal, 'id' | 'user_id'>,
  contact: ConfirmedContact,
): NewParticipant {
  const { id, digest } = linkTokens.create();
  return {
    ...{ id, rehearsal_id, user_id, kind: 'contact', contact_id: contact.id, name: null, digest },
    email: key.seal(id, 'email', contact.email),
  };
}

function recipientRow(
  key: OwnerKey,
  { id: rehearsal_id, user_id }: Pick<Rehearsal, 'id' | 'user_id'>,
  { name, email }: NamedAddress,
): NewParticipant {
  const id = newId();
  return {
    ...{ id, rehearsal_id, user_id, kind: 'recipient', contact_id: null, digest: null },
    email: key.seal(id, 'email', email),
    name: name === '' ? null : key.seal(id, 'name', name),
  };
}
