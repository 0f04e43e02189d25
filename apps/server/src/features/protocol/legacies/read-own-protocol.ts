import type { ReturnedBy } from '@zavet/contract/endpoint';
import type { legacyEndpoints } from '@zavet/contract/protocol/legacy-endpoints';
import type { OwnAttempt, OwnProtocol } from '@zavet/contract/protocol/own-protocol-schemas';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Owner } from '../../../platform/http/route.ts';
import {
  type Activation,
  findEffectiveActivation,
  listStoppable,
} from '../activation/activation-repository.ts';
import { paidSince } from '../activation/activation-rules.ts';
import { listPaying } from '../activation/paying-repository.ts';
import { countDeliveries } from '../delivery/delivery-repository.ts';
import { whyLeft } from '../delivery/delivery-rules.ts';
import { listLeft } from '../delivery/left-repository.ts';
import { openRecipient, titleOf } from '../delivery/open-recipient.ts';
import { listWithLedger } from '../delivery/recipient-repository.ts';
import { listOpenDoubts } from '../doubts/doubt-repository.ts';
import { holdOn, type OpenDoubt } from '../doubts/doubt-rules.ts';
import { findContactsById, findPeopleOfActivation } from '../people-repository.ts';
import { listPast } from '../rearming/arming-repository.ts';
import { countUnopened } from '../rearming/letters-repository.ts';
import { listStopped } from '../stop/standing-repository.ts';
import { isPostponed } from '../waiting/waiting-rules.ts';
import { momentOf } from './list-legacies.ts';

type OwnProtocolAnswer = ReturnedBy<typeof legacyEndpoints.getOwnProtocol>;

/** What happens to an owner's own protocol: who pays for its start, and what became of it since. */
export async function readOwnProtocol(
  ctx: Context,
  { user_id }: Owner,
): Promise<OwnProtocolAnswer> {
  const { database, clock } = ctx;
  const paying = await listPaying(database, user_id, paidSince(clock.now()));
  return {
    protocol: await readStarted(ctx, user_id),
    attempts: await readAttempts(database, user_id),
    past: await listPast(database, user_id),
    stopped_contacts: (await listStopped(database, user_id)).map((row) => ({
      ...row,
      stopped_at: new Date(row.stopped_at),
    })),
    paying: paying.map((row) => ({ ...row, started_at: new Date(row.started_at) })),
  };
}

async function readAttempts(database: Database, userId: string): Promise<OwnAttempt[]> {
  const attempts = await listStoppable(database, userId);
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
  const hold = holdOn(attempt, doubts);
  if (!hold) return null;
  const names = hold.doubts.flatMap((one) => nameOf(one.contact_id ?? '') ?? []);
  return { decided_by: hold.decided_by, names };
}

async function readStarted(
  { database, vault }: Context,
  userId: string,
): Promise<OwnProtocol | null> {
  const activation = await findEffectiveActivation(database, userId);
  const people = activation && (await findPeopleOfActivation(database, activation.id));
  if (!activation || !people) return null;
  const key = await vault.keyOf(userId);
  const rows = await listWithLedger(database, activation.id);
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
      accepted_at: momentOf(row.accepted_at),
      refused_at: momentOf(row.refused_at),
      bounced_at: momentOf(row.bounced_at),
      opened_at: momentOf(row.opened_at),
      downloaded_at: momentOf(row.downloaded_at),
      corrected_at: momentOf(row.corrected_at),
    })),
    left: activation.activated_at ? await readLeft(database, userId, activation.activated_at) : [],
  };
}

async function readLeft(database: Database, userId: string, activatedAt: Date) {
  const rows = await listLeft(database, userId);
  return rows.map((row) => ({
    instruction_id: row.instruction_id,
    reason: whyLeft(row, activatedAt),
  }));
}
