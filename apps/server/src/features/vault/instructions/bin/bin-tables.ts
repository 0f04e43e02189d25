import {
  instructionCategories,
  instructionPriorities,
} from '@zavet/contract/vault/instruction-values';
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../../platform/database/timestamps.ts';
import { users } from '../../../identity/account/account-tables.ts';
import { ownerKeys } from '../../../identity/owner-keys/owner-key-tables.ts';
import { trustedContacts } from '../../../people/contacts/contact-tables.ts';

const owner = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * Deleted instructions. A table of its own, so that no statement about instructions can release,
 * list or count one. The texts stay sealed as they were, bound to the same id.
 */
export const binnedInstructions = pgTable(
  'binned_instructions',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    heading: text().notNull(),
    has_recipient: boolean().notNull(),
    category: text({ enum: instructionCategories }).notNull(),
    priority: text({ enum: instructionPriorities }).notNull(),
    content: text().notNull(),
    text_digest: text().notNull(),
    text_saved_at: timestamptz().notNull(),
    seal_id: uuid().notNull(),
    version: integer().notNull(),
    reviewed_at: timestamptz().notNull(),
    created_at: timestamptz().notNull(),
    updated_at: timestamptz().notNull(),
    deleted_at: timestamptz().notNull(),
  },
  (table) => [
    index().on(table.user_id, table.deleted_at.desc()),
    index().on(table.deleted_at),
    unique().on(table.id, table.user_id),
    foreignKey({
      name: 'binned_instructions_have_a_key',
      columns: [table.user_id],
      foreignColumns: [ownerKeys.user_id],
    }),
  ],
);

/** Contacts of a deleted instruction, as long as they exist. */
export const binnedContacts = pgTable(
  'binned_contacts',
  {
    instruction_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    user_id: owner(),
  },
  (table) => [
    primaryKey({ columns: [table.instruction_id, table.contact_id] }),
    foreignKey({
      name: 'binned_contacts_same_owner_instruction',
      columns: [table.instruction_id, table.user_id],
      foreignColumns: [binnedInstructions.id, binnedInstructions.user_id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'binned_contacts_same_owner_contact',
      columns: [table.contact_id, table.user_id],
      foreignColumns: [trustedContacts.id, trustedContacts.user_id],
    }).onDelete('cascade'),
    index().on(table.contact_id),
    index().on(table.user_id),
  ],
);
