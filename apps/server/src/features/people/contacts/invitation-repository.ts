import { limits } from '@zavet/contract/limits';
import { and, eq, gt, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { findPerson, type NamedOwner, users } from '../../identity/account/index.ts';
import type { Contact } from './contact-repository.ts';
import { triesLeft } from './contact-rules.ts';
import { contactInvitations, trustedContacts } from './contact-tables.ts';

export type Invitation = typeof contactInvitations.$inferSelect;
export type NewInvitation = Omit<Invitation, 'tries' | 'mail_state'>;

export interface InvitedContact {
  invitation: Invitation;
  contact: Contact;
}

/** Invalidates the code and link of the previous invitation. */
export async function replaceInvitation(
  database: Database,
  invitation: NewInvitation,
): Promise<Invitation> {
  const { owner_name, ...fresh } = { ...invitation, tries: 0, mail_state: 'queued' as const };
  const [stored] = await database
    .db()
    .insert(contactInvitations)
    .values({ ...fresh, owner_name })
    .onConflictDoUpdate({
      target: contactInvitations.contact_id,
      set: {
        ...fresh,
        owner_name: sql`coalesce(excluded.owner_name, ${contactInvitations.owner_name})`,
      },
    })
    .returning();
  if (!stored) throw new Error('An invitation was not stored');
  return stored;
}

export async function findInvitedContact(
  database: Database,
  by: { id: string } | { link_digest: string } | { contact_id: string; user_id: string },
): Promise<InvitedContact | undefined> {
  const [found] = await database
    .db()
    .select({ invitation: contactInvitations, contact: trustedContacts })
    .from(contactInvitations)
    .innerJoin(trustedContacts, eq(trustedContacts.id, contactInvitations.contact_id))
    .where(conditionOf(by));
  return found;
}

/** Unanswered invitations with a code, sent to the address of this account. */
export async function listInvitationsTo(
  database: Database,
  userId: string,
  now: Date,
): Promise<InvitedContact[]> {
  return database
    .db()
    .select({ invitation: contactInvitations, contact: trustedContacts })
    .from(users)
    .innerJoin(trustedContacts, eq(trustedContacts.email, users.email))
    .innerJoin(contactInvitations, eq(contactInvitations.contact_id, trustedContacts.id))
    .where(
      and(
        eq(users.id, userId),
        eq(users.email_verified, true),
        eq(trustedContacts.status, 'pending'),
        gt(contactInvitations.expires_at, now),
        isNotNull(contactInvitations.code_digest),
      ),
    );
}

function conditionOf(by: Parameters<typeof findInvitedContact>[1]) {
  if ('id' in by) return eq(contactInvitations.id, by.id);
  if ('link_digest' in by) return eq(contactInvitations.link_digest, by.link_digest);
  return and(eq(trustedContacts.id, by.contact_id), eq(trustedContacts.user_id, by.user_id));
}

/** Counts a try. Returns the tries left after it; undefined if none was left. */
export async function countCodeTry(
  database: Database,
  invitationId: string,
): Promise<number | undefined> {
  const [counted] = await database
    .db()
    .update(contactInvitations)
    .set({ tries: sql`${contactInvitations.tries} + 1` })
    .where(
      and(
        eq(contactInvitations.id, invitationId),
        lt(contactInvitations.tries, limits.confirmationCodeTries),
      ),
    )
    .returning({ tries: contactInvitations.tries });
  return counted && triesLeft(counted.tries);
}

/** Records a bounced invitation, unless the contact has answered: the mail has reached them. */
export async function recordBouncedInvitation(
  database: Database,
  invitationId: string,
): Promise<void> {
  await database
    .db()
    .update(contactInvitations)
    .set({ mail_state: 'refused' })
    .where(
      and(
        eq(contactInvitations.id, invitationId),
        sql`exists (select 1 from ${trustedContacts}
          where ${trustedContacts.id} = ${contactInvitations.contact_id}
            and ${trustedContacts.status} = 'pending')`,
      ),
    );
}

/** Records the outcome of a mail. A sent mail stays sent, even if a later attempt is refused. */
export async function recordMailState(
  database: Database,
  invitationId: string,
  mailState: 'sent' | 'refused',
): Promise<void> {
  await database
    .db()
    .update(contactInvitations)
    .set({ mail_state: mailState })
    .where(and(eq(contactInvitations.id, invitationId), ne(contactInvitations.mail_state, 'sent')));
}

/** The owner of a contact, named as in the profile or, if empty there, as in the invitation. */
export async function findNamedOwner(
  { database }: Context,
  { id: contact_id, user_id }: Pick<Contact, 'id' | 'user_id'>,
): Promise<NamedOwner | undefined> {
  const owner = await findPerson(database, user_id);
  if (!owner) return undefined;
  const invited = owner.full_name
    ? undefined
    : await findInvitedContact(database, { contact_id, user_id });
  return {
    owner_name: owner.full_name ?? invited?.invitation.owner_name ?? null,
    owner_email: owner.email,
  };
}
