import type { ContactStatus } from '@zavet/contract/people/contact-rules';
import { effectiveActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { activationRequests } from '../../protocol/index.ts';
import { instructionFiles, instructionUsage } from '../../vault/instructions/index.ts';
import { accountCorrections } from './account-desk-tables.ts';

type AccountCorrection = typeof accountCorrections.$inferSelect;

/** Returns the given owners who have a waiting or effective activation. */
export async function listStartedProtocols(
  database: Database,
  userIds: readonly string[],
): Promise<{ user_id: string; is_waiting: boolean }[]> {
  const { deceased_user_id, status } = activationRequests;
  return database
    .db()
    .select({ user_id: deceased_user_id, is_waiting: sql<boolean>`${status} = 'waiting'` })
    .from(activationRequests)
    .where(
      and(
        inArray(deceased_user_id, [...userIds]),
        inArray(status, ['waiting', ...effectiveActivationStatuses]),
      ),
    );
}

/** Returns the given payments that paid for an activation in its waiting period. */
export async function listWaitingActivationFees(
  database: Database,
  paymentIds: readonly string[],
): Promise<Set<string | null>> {
  const { payment_id, status } = activationRequests;
  const rows = await database
    .db()
    .select({ payment_id })
    .from(activationRequests)
    .where(and(inArray(payment_id, [...paymentIds]), eq(status, 'waiting')));
  return new Set(rows.map((row) => row.payment_id));
}

interface ContentCounts {
  contacts: Partial<Record<ContactStatus, number>>;
  instructions: number;
  files: number;
}

/** Counts the content of an account, without reading it. */
export async function countContent(database: Database, userId: string): Promise<ContentCounts> {
  const contacts = await database
    .db()
    .select({ status: trustedContacts.status, number: count() })
    .from(trustedContacts)
    .where(eq(trustedContacts.user_id, userId))
    .groupBy(trustedContacts.status);
  const [usage] = await database
    .db()
    .select({ instructions: instructionUsage.instructions })
    .from(instructionUsage)
    .where(eq(instructionUsage.user_id, userId));
  const [stored] = await database
    .db()
    .select({ files: count() })
    .from(instructionFiles)
    .where(and(eq(instructionFiles.user_id, userId), eq(instructionFiles.state, 'stored')));
  return {
    contacts: Object.fromEntries(contacts.map(({ status, number }) => [status, number])),
    instructions: usage?.instructions ?? 0,
    files: stored?.files ?? 0,
  };
}

export async function insertCorrection(
  database: Database,
  correction: AccountCorrection,
): Promise<void> {
  await database.db().insert(accountCorrections).values(correction);
}

export async function listCorrections(
  database: Database,
  userId: string,
): Promise<AccountCorrection[]> {
  return database
    .db()
    .select()
    .from(accountCorrections)
    .where(eq(accountCorrections.user_id, userId))
    .orderBy(desc(accountCorrections.corrected_at));
}
