import type {
  RehearsalParticipant,
  RehearsalView,
} from '@zavet/contract/protocol/rehearsal-endpoints';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import {
  listParticipants,
  listRehearsals,
  type Participant,
  type ParticipantDetails,
  type Rehearsal,
} from './rehearsal-repository.ts';

/** An owner's rehearsals with their decrypted participants, newest first. */
export async function viewRehearsals(
  { database, vault }: Context,
  userId: string,
): Promise<RehearsalView[]> {
  const rehearsals = await listRehearsals(database, userId);
  if (rehearsals.length === 0) return [];
  const key = await vault.keyOf(userId);
  const parts = await listParticipants(
    database,
    rehearsals.map(({ id }) => id),
  );
  return rehearsals.map((rehearsal) =>
    viewOf(
      rehearsal,
      parts
        .filter(({ participant }) => participant.rehearsal_id === rehearsal.id)
        .map((details) => participantView(key, details)),
    ),
  );
}

function viewOf(rehearsal: Rehearsal, parts: RehearsalParticipant[]): RehearsalView {
  const { id, started_at, ends_at, ended_at, ended_by, mails_recipients } = rehearsal;
  const contacts = parts.filter(({ kind }) => kind === 'contact');
  const recipients = parts.filter(({ kind }) => kind === 'recipient');
  return {
    id,
    started_at,
    ends_at,
    ended_at,
    ended_by,
    mails_recipients,
    parts: [...contacts, ...recipients.toSorted((a, b) => a.email.localeCompare(b.email))],
  };
}

function participantView(
  key: OwnerKey,
  { participant, contact }: Omit<ParticipantDetails, 'rehearsal'>,
): RehearsalParticipant {
  const { id, kind, contact_id, state, pin, accepted_at, answered_at } = participant;
  const email = openAddress(key, participant);
  return {
    id,
    kind,
    contact_id,
    name: contact?.name ?? openName(key, participant),
    email,
    is_address_changed: contact !== null && email !== '' && contact.email !== email,
    state,
    pin,
    accepted_at,
    answered_at,
  };
}

/** Opens the address of a participant; empty if it is damaged. */
export function openAddress(
  key: OwnerKey,
  { id, email }: Pick<Participant, 'id' | 'email'>,
): string {
  return openOrEmpty(() => key.open(id, 'email', email));
}

function openName(key: OwnerKey, { id, name }: Pick<Participant, 'id' | 'name'>): string {
  return name === null ? '' : openOrEmpty(() => key.open(id, 'name', name));
}

function openOrEmpty(open: () => string): string {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken) return '';
    throw error;
  }
}
