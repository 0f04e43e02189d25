import type { Locale } from '@zavet/contract/locales';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import type { PreviewedContact } from './preview-rules.ts';

export interface ContactOfPreview extends PreviewedContact {
  name: string;
  language: Locale;
}

/** All contacts of an owner: who else has agreed decides what one of them gets. */
export function listContactsOf(database: Database, ownerId: string): Promise<ContactOfPreview[]> {
  return database
    .db()
    .select({
      id: contact.id,
      name: contact.name,
      email: contact.email,
      status: contact.status,
      language: contact.preferred_language,
    })
    .from(contact)
    .where(eq(contact.user_id, ownerId))
    .orderBy(contact.id);
}
