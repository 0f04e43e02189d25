import {
  effectiveActivationStatuses,
  vetoableActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { and, type Column, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { isAfterCursor } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { instructionFiles, instructions } from '../../vault/instructions/index.ts';
import type { Activation } from '../activation/activation-repository.ts';
import { deliveries, deliveryLinks, envelopes } from '../letters/delivery-tables.ts';
import { activationRequests as activation } from '../protocol-tables.ts';

export interface HandoverRef {
  id: string;
  owner_id: string;
  /** Sort key of the list. */
  since: string;
}

const afterCursor = (moment: Column, after: HandoverRef | undefined) =>
  after ? sql`and ${isAfterCursor([moment, after.since], [activation.id, after.id])}` : sql``;

const hasLiveLink = (now: Date) => sql`exists (
  select 1 from ${deliveryLinks}
  inner join ${envelopes} on ${envelopes.id} = ${deliveryLinks.envelope_id}
  where ${envelopes.activation_id} = ${activation.id} and ${deliveryLinks.closed_at} is null
    and ${deliveryLinks.expires_at} > ${now.toISOString()}::timestamptz)`;

const hasQueuedLetter = sql`exists (
  select 1 from ${deliveries}
  where ${deliveries.activation_id} = ${activation.id} and ${deliveries.state} = 'queued')`;

const isComplete = (now: Date) => sql`not ${hasLiveLink(now)} and not ${hasQueuedLetter}`;

/** Releases before `releasedBefore` that have no valid link and no queued letter, oldest first. */
export function listCompleteHandovers(
  database: Database,
  releasedBefore: Date,
  now: Date,
  after: HandoverRef | undefined,
  limit: number,
): Promise<HandoverRef[]> {
  return database.rows<HandoverRef>(sql`
    select ${activation.id} as id, ${activation.deceased_user_id} as owner_id,
      ${activation.activated_at}::text as since
    from ${activation}
    where ${activation.activated_at} is not null and ${activation.handover_ended_at} is null
      and ${activation.activated_at} <= ${releasedBefore.toISOString()}::timestamptz
      and ${isComplete(now)} ${afterCursor(activation.activated_at, after)}
    order by ${activation.activated_at}, ${activation.id} limit ${limit}`);
}

/** Repeats the check for one release; called with the owner locked. */
export async function isHandoverComplete(
  database: Database,
  id: string,
  releasedBefore: Date,
  now: Date,
): Promise<boolean> {
  const [found] = await database.rows(sql`
    select 1 from ${activation}
    where ${activation.id} = ${id} and ${activation.handover_ended_at} is null
      and ${activation.activated_at} <= ${releasedBefore.toISOString()}::timestamptz
      and ${isComplete(now)}`);
  return found !== undefined;
}

/** Deletes letters with envelopes, links and ledger; returns their instructions. */
export async function deleteDeliveries(
  database: Database,
  activationId: string,
): Promise<{ deliveries: number; instruction_ids: string[] }> {
  const deleted = await database
    .db()
    .delete(deliveries)
    .where(eq(deliveries.activation_id, activationId))
    .returning({ instruction_id: deliveries.instruction_id });
  const ids = deleted.map(({ instruction_id }) => instruction_id);
  return { deliveries: deleted.length, instruction_ids: [...new Set(ids)] };
}

/** Deletes instructions with their files; a trigger removes the objects. */
export async function deleteInstructions(
  database: Database,
  ids: readonly string[],
): Promise<{ instructions: number; files: number }> {
  if (ids.length === 0) return { instructions: 0, files: 0 };
  const ofInstructions = inArray(instructionFiles.instruction_id, [...ids]);
  const files = await database.db().$count(instructionFiles, ofInstructions);
  const deleted = await database
    .db()
    .delete(instructions)
    .where(inArray(instructions.id, [...ids]))
    .returning({ id: instructions.id });
  return { instructions: deleted.length, files };
}

export async function markHandoverEnded(
  database: Database,
  id: string,
  now: Date,
  { past_letters, contacts_kept_until }: Pick<Activation, 'past_letters' | 'contacts_kept_until'>,
): Promise<void> {
  await database
    .db()
    .update(activation)
    .set({
      handover_ended_at: now,
      contacts_kept_until,
      past_letters: sql`coalesce(${activation.past_letters}, ${JSON.stringify(past_letters)}::jsonb)`,
    })
    .where(and(eq(activation.id, id), isNull(activation.handover_ended_at)));
}

/** Ended handovers whose contacts are due for deletion. */
export function listExpiredContacts(
  database: Database,
  now: Date,
  after: HandoverRef | undefined,
  limit: number,
): Promise<HandoverRef[]> {
  const { contacts_kept_until } = activation;
  return database.rows<HandoverRef>(sql`
    select ${activation.id} as id, ${activation.deceased_user_id} as owner_id,
      ${contacts_kept_until}::text as since
    from ${activation}
    where ${contacts_kept_until} <= ${now.toISOString()}::timestamptz
      ${afterCursor(contacts_kept_until, after)}
    order by ${contacts_kept_until}, ${activation.id} limit ${limit}`);
}

/** Claims the deletion of an owner's contacts; returns true to exactly one caller. */
export async function claimContactDeletion(database: Database, id: string): Promise<boolean> {
  const settled = await database
    .db()
    .update(activation)
    .set({ contacts_kept_until: null })
    .where(and(eq(activation.id, id), sql`${activation.contacts_kept_until} is not null`))
    .returning({ id: activation.id });
  return settled.length > 0;
}

export async function deleteContactsOf(database: Database, ownerId: string): Promise<number> {
  const deleted = await database
    .db()
    .delete(trustedContacts)
    .where(eq(trustedContacts.user_id, ownerId))
    .returning({ id: trustedContacts.id });
  return deleted.length;
}

/** True while a start is in progress or released letters can still be read. */
export async function isHeldByProtocol(database: Database, ownerId: string): Promise<boolean> {
  const isReleased = inArray(activation.status, [...effectiveActivationStatuses]);
  const holding = await database
    .db()
    .$count(
      activation,
      and(
        eq(activation.deceased_user_id, ownerId),
        or(
          inArray(activation.status, [...vetoableActivationStatuses]),
          and(isReleased, isNull(activation.handover_ended_at)),
        ),
      ),
    );
  return holding > 0;
}
