import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKey } from '../../identity/owner-keys/index.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { instructions, type SealedHeading } from '../../vault/instructions/index.ts';

export type ConfirmedContact = Pick<typeof trustedContacts.$inferSelect, 'id' | 'name' | 'email'>;

/** Whom a rehearsal asks, oldest first. */
export function listConfirmed(database: Database, userId: string): Promise<ConfirmedContact[]> {
  return database
    .db()
    .select({ id: trustedContacts.id, name: trustedContacts.name, email: trustedContacts.email })
    .from(trustedContacts)
    .where(and(eq(trustedContacts.user_id, userId), eq(trustedContacts.status, 'confirmed')))
    .orderBy(asc(trustedContacts.created_at), asc(trustedContacts.id));
}

/** The headings that name a recipient, oldest first, each with the owner's wrapped key. */
export function listNamingHeadings(
  database: Database,
  userId: string,
): Promise<(SealedHeading & WrappedOwnerKey)[]> {
  return database.rows(sql`
    select ${instructions.id}, ${instructions.heading} as heading, ${instructions.seal_id}, ${wrappedKey}
    from ${instructions}
    inner join ${ownerKeys} on ${ownerKeys.user_id} = ${instructions.user_id}
    where ${instructions.user_id} = ${userId} and ${instructions.has_recipient}
    order by ${instructions.created_at}, ${instructions.id}`);
}
