import type { HandlerResult } from '@zavet/contract/endpoint';
import type {
  legacyEndpoints,
  OwnAttempt,
  OwnProtocol,
} from '@zavet/contract/protocol/legacy-endpoints';
import type { ActivationView, UnreachedRecipient } from '@zavet/contract/protocol/legacy-schemas';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { replyWithoutConnection } from '../../../platform/mail/mail-transport.ts';
import {
  type Activation,
  findActivation,
  findEffectiveActivation,
  listPayingContacts,
  listVetoableStarts,
} from '../activation/activation-repository.ts';
import { pendingPaymentsSince } from '../activation/activation-rules.ts';
import { listBlocked } from '../activation/contact-veto-repository.ts';
import { listOpenDoubts } from '../activation/doubt-repository.ts';
import { findHold, type OpenDoubt } from '../activation/doubt-rules.ts';
import { isPostponed } from '../activation/waiting-rules.ts';
import { countDeliveries } from '../letters/delivery-repository.ts';
import { isCorrectable } from '../letters/delivery-rules.ts';
import { openRecipient, titleOf, tryOpen } from '../letters/recipient.ts';
import {
  listLettersWithLedger,
  listReceivedLetters,
  listUnreachedRecipients,
  type UnreachedRow,
} from '../letters/recipient-repository.ts';
import { undeliveredReasonOf, withheldStateOf } from '../letters/recipient-rules.ts';
import {
  listUndeliveredInstructions,
  listWithheldContacts,
} from '../letters/withheld-repository.ts';
import { findContactsById, findPeopleOfActivation } from '../people-repository.ts';
import { countUnopened, listPastReleases } from '../rearming/rearming-repository.ts';
import { isOwnContactEntry } from './legacy-repository.ts';
import { toDate } from './list-legacies.ts';

/** The progress of an activation, for the contact who paid for it. */
export async function readActivation(
  { database, vault, clock }: Context,
  { user_id }: Owner,
  id: string,
): Promise<ActivationView> {
  const activation = await findActivation(database, id);
  if (activation?.initiator_user_id !== user_id) return fail('not_found');
  const progress = await countDeliveries(database, id);
  const rows = await listUnreachedRecipients(database, id);
  const key = await vault.keyOf(activation.deceased_user_id);
  const withheldContacts = await listWithheldContacts(database, id);
  return {
    id,
    status: activation.status,
    progress,
    unreached: rows.flatMap(toUnreachedRecipient(key)),
    left_out: withheldContacts.map((contact) => ({
      contact_id: contact.id,
      name: contact.name,
      letters: contact.letters,
      state: withheldStateOf(contact, clock.now()),
    })),
  };
}

function toUnreachedRecipient(key: OwnerKey) {
  return (row: UnreachedRow): UnreachedRecipient[] => {
    const refused_at = toDate(row.refused_at);
    if (!row.last_refusal || !refused_at) return [];
    return [
      {
        envelope_id: row.envelope_id,
        letters: row.letters,
        ...openRecipient(key, row),
        state: row.state,
        refusal: row.last_refusal === 'temporary' ? 'temporary' : 'permanent',
        refused_at,
        is_bounced: toDate(row.bounced_at)?.getTime() === refused_at.getTime(),
        reply: replyOf(key, row),
        can_correct: isCorrectable(row),
      },
    ];
  };
}

function replyOf(key: OwnerKey, { refusal_id, refusal_reply }: UnreachedRow): string | null {
  if (!refusal_id || !refusal_reply) return null;
  const reply = tryOpen(() => key.open(refusal_id, 'reply', refusal_reply));
  return reply === undefined ? null : replyWithoutConnection(reply);
}

export async function listReceivedInstructions(
  { database, clock, vault }: Context,
  { user_id }: Owner,
  contactId: string,
) {
  if (!(await isOwnContactEntry(database, user_id, contactId))) return fail('legacy_not_found');
  const rows = await listReceivedLetters(database, contactId);
  const [first] = rows;
  if (!first) return [];
  const key = await vault.keyOf(first.user_id);
  return rows.map((row) => ({
    delivery_id: row.id,
    // After a recall, the instruction belongs to the owner again, so its contents are not shown.
    title: row.is_recalled ? null : titleOf(key, row),
    file_count: row.is_recalled ? 0 : row.file_count,
    opened_at: toDate(row.opened_at),
    expires_at: new Date(row.expires_at),
    is_expired: new Date(row.expires_at) <= clock.now(),
    is_recalled: row.is_recalled,
  }));
}

type OwnProtocolAnswer = HandlerResult<typeof legacyEndpoints.getOwnProtocol>;

export async function readOwnProtocol(
  ctx: Context,
  { user_id }: Owner,
): Promise<OwnProtocolAnswer> {
  const { database, clock } = ctx;
  const paying = await listPayingContacts(database, user_id, pendingPaymentsSince(clock.now()));
  return {
    protocol: await readEffectiveProtocol(ctx, user_id),
    attempts: await readAttempts(database, user_id),
    past: await listPastReleases(database, user_id),
    vetoed_contacts: (await listBlocked(database, user_id)).map((row) => ({
      ...row,
      vetoed_at: new Date(row.vetoed_at),
    })),
    paying: paying.map((row) => ({ ...row, started_at: new Date(row.started_at) })),
  };
}

async function readAttempts(database: Database, userId: string): Promise<OwnAttempt[]> {
  const attempts = await listVetoableStarts(database, userId);
  const ids = attempts.flatMap(({ trusted_contact_id: id }) => id ?? []);
  const doubts = await listOpenDoubts(database, userId);
  const doubters = doubts.flatMap(({ contact_id: id }) => id ?? []);
  const contacts = await findContactsById(database, [...ids, ...doubters]);
  return attempts.map((attempt) => ({
    activation_id: attempt.id,
    status: attempt.status,
    contact_id: attempt.trusted_contact_id,
    contact_name: contacts.get(attempt.trusted_contact_id ?? '')?.name ?? null,
    contact_phone: contacts.get(attempt.trusted_contact_id ?? '')?.phone ?? null,
    started_at: attempt.created_at,
    release_at: attempt.release_at,
    is_postponed: isPostponed(attempt),
    doubt: doubtOf(attempt, doubts, (id) => contacts.get(id)?.name),
  }));
}

function doubtOf(
  attempt: Activation,
  doubts: readonly OpenDoubt[],
  nameOf: (contactId: string) => string | undefined,
): OwnAttempt['doubt'] {
  const hold = findHold(attempt, doubts);
  if (!hold) return null;
  const names = hold.doubts.flatMap((one) => nameOf(one.contact_id ?? '') ?? []);
  return { decided_by: hold.decided_by, names };
}

async function readEffectiveProtocol(
  { database, vault }: Context,
  userId: string,
): Promise<OwnProtocol | null> {
  const activation = await findEffectiveActivation(database, userId);
  const people = activation && (await findPeopleOfActivation(database, activation.id));
  if (!activation || !people) return null;
  const key = await vault.keyOf(userId);
  const rows = await listLettersWithLedger(database, activation.id);
  return {
    status: activation.status,
    started_at: people.started_at,
    activated_at: people.activated_at,
    activated_by: people.contact,
    progress: await countDeliveries(database, activation.id),
    unopened: await countUnopened(database, activation.id),
    deliveries: rows.map((row) => ({
      id: row.id,
      instruction_id: row.instruction_id,
      title: titleOf(key, row),
      ...openRecipient(key, row),
      state: row.state,
      queued_at: new Date(row.queued_at),
      accepted_at: toDate(row.accepted_at),
      refused_at: toDate(row.refused_at),
      bounced_at: toDate(row.bounced_at),
      opened_at: toDate(row.opened_at),
      downloaded_at: toDate(row.downloaded_at),
      corrected_at: toDate(row.corrected_at),
    })),
    left: activation.activated_at
      ? await readUndelivered(database, userId, activation.activated_at)
      : [],
  };
}

async function readUndelivered(database: Database, userId: string, activatedAt: Date) {
  const rows = await listUndeliveredInstructions(database, userId);
  return rows.map((row) => ({
    instruction_id: row.instruction_id,
    reason: undeliveredReasonOf(row, activatedAt),
  }));
}
