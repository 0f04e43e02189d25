import type { OwnProtocol, PayingContact } from '@zavet/contract/protocol/protocol-schemas';
import type { Database } from '../../../platform/database/database.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { findEffectiveActivation } from '../activation/activation-repository.ts';
import { paidSince } from '../activation/activation-rules.ts';
import { listPaying } from '../activation/paying-repository.ts';
import { countDeliveries } from '../delivery/delivery-repository.ts';
import { whyLeft } from '../delivery/delivery-rules.ts';
import { listLeft } from '../delivery/left-repository.ts';
import { openRecipient } from '../delivery/open-recipient.ts';
import { listWithLedger } from '../delivery/recipient-repository.ts';
import { findPeopleOfActivation } from '../people-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { momentOf } from './list-legacies.ts';

/** What happens to an owner's own protocol: who pays for its start, and what became of it since. */
export async function readOwnProtocol(
  deps: ProtocolDeps,
  { user_id }: Owner,
): Promise<{ protocol: OwnProtocol | null; paying: PayingContact[] }> {
  const { database, clock } = deps;
  const paying = await listPaying(database, user_id, paidSince(clock.now()));
  return {
    protocol: await readStarted(deps, user_id),
    paying: paying.map((row) => ({
      ...row,
      started_at: new Date(row.started_at).toISOString(),
    })),
  };
}

async function readStarted(
  { database, vault }: ProtocolDeps,
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
    deliveries: rows.map((row) => ({
      id: row.id,
      instruction_id: row.instruction_id,
      ...openRecipient(key, row),
      state: row.state,
      queued_at: new Date(row.queued_at).toISOString(),
      accepted_at: momentOf(row.accepted_at),
      refused_at: momentOf(row.refused_at),
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
