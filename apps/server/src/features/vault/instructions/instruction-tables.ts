import {
  instructionCategories,
  instructionPriorities,
  instructionStatuses,
} from '@zavet/contract/vault/instruction-values';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../../identity/account/index.ts';
import { ownerKeys } from '../../identity/owner-keys/index.ts';
import { trustedContacts } from '../../people/contacts/index.ts';

const moment = () => timestamp({ withTimezone: true });

const owner = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** What an owner leaves behind. Heading and text are sealed with the owner's key. */
export const instructions = pgTable(
  'instructions',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    /** Made by the browser: the same draft becomes one instruction, however often it is sent. */
    draft_id: uuid().notNull(),
    /** Title, preview and recipient, which are always read together, sealed as one. */
    heading: text().notNull(),
    /** What is sealed cannot be asked whether it names a recipient. */
    has_recipient: boolean().notNull(),
    category: text({ enum: instructionCategories }).notNull(),
    priority: text({ enum: instructionPriorities }).notNull(),
    content: text().notNull(),
    /** New with every writing of the sealed texts, which open only beside it. */
    seal_id: uuid().notNull(),
    status: text({ enum: instructionStatuses }).notNull().default('outbox'),
    /** An activation has queued it for its recipients: what they get no longer changes. */
    queued_at: moment(),
    version: integer().notNull().default(1),
    reviewed_at: moment().notNull(),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (table) => [
    index().on(table.user_id, table.created_at.desc()),
    unique().on(table.user_id, table.draft_id),
    unique().on(table.id, table.user_id),
    // Content without the key that opens it cannot exist; both go with the account.
    foreignKey({
      name: 'instructions_have_a_key',
      columns: [table.user_id],
      foreignColumns: [ownerKeys.user_id],
    }),
  ],
);

/**
 * How many instructions an owner has and how long their texts are, as they are sealed: kept by a
 * trigger, so that writing one need not count all.
 */
export const instructionUsage = pgTable(
  'instruction_usage',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    instructions: integer().notNull(),
    characters: bigint({ mode: 'number' }).notNull(),
    /**
     * When the job looks whether the owner is to be asked for a review. What is written or reviewed
     * after a look is due later than the next one; only after a mail a trigger calls for a look.
     */
    review_look_at: moment().notNull().default(sql`date_trunc('milliseconds', now())`),
  },
  (table) => [index().on(table.review_look_at, table.user_id)],
);

/** For whom an instruction is. Both sides belong to the same owner, or the row cannot exist. */
export const instructionContacts = pgTable(
  'instruction_contacts',
  {
    instruction_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    user_id: owner(),
  },
  (table) => [
    primaryKey({ columns: [table.instruction_id, table.contact_id] }),
    foreignKey({
      name: 'instruction_contacts_same_owner_instruction',
      columns: [table.instruction_id, table.user_id],
      foreignColumns: [instructions.id, instructions.user_id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'instruction_contacts_same_owner_contact',
      columns: [table.contact_id, table.user_id],
      foreignColumns: [trustedContacts.id, trustedContacts.user_id],
    }).onDelete('cascade'),
    index().on(table.contact_id),
    index().on(table.user_id),
  ],
);

/**
 * Attached files; their bytes lie sealed in the object store. `uploading` rows hold the place and
 * the quota of a file that is still arriving.
 */
export const instructionFiles = pgTable(
  'instruction_files',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    instruction_id: uuid().notNull(),
    object_key: text().notNull().unique(),
    file_name: text().notNull(),
    /** Keyed digest of the name, to tell duplicates without reading names. */
    name_digest: text().notNull(),
    size_bytes: integer().notNull(),
    mime_type: text().notNull(),
    state: text({ enum: ['uploading', 'stored'] }).notNull(),
    /**
     * End of the upload's lease, by the clock of the database. Renewed by the process that
     * receives the bytes.
     */
    lease_until: moment().notNull().default(sql`now() + interval '1 hour'`),
    created_at: moment().notNull(),
  },
  (table) => [
    foreignKey({
      name: 'instruction_files_same_owner',
      columns: [table.instruction_id, table.user_id],
      foreignColumns: [instructions.id, instructions.user_id],
    }).onDelete('cascade'),
    index().on(table.instruction_id),
    index().on(table.user_id),
    index().on(table.lease_until).where(sql`state = 'uploading'`),
    uniqueIndex('instruction_files_no_duplicates')
      .on(table.instruction_id, table.name_digest, table.size_bytes)
      .where(sql`state = 'stored'`),
  ],
);

/**
 * Files that were chosen for an instruction and have not arrived: kept until they do or are given
 * up. They take no room; one that is arriving has a row among the files besides.
 */
export const expectedFiles = pgTable(
  'expected_files',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    instruction_id: uuid().notNull(),
    file_name: text().notNull(),
    name_digest: text().notNull(),
    size_bytes: integer().notNull(),
    created_at: moment().notNull(),
  },
  (table) => [
    foreignKey({
      name: 'expected_files_same_owner',
      columns: [table.instruction_id, table.user_id],
      foreignColumns: [instructions.id, instructions.user_id],
    }).onDelete('cascade'),
    index().on(table.user_id),
    unique().on(table.instruction_id, table.name_digest, table.size_bytes),
  ],
);

/**
 * Files that went for lack of space, so that their owner can be told which. The id is the file's:
 * the seal of the name is bound to it.
 */
export const removedFiles = pgTable(
  'removed_files',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    instruction_id: uuid().notNull(),
    /** Those that went together; one mail names them. */
    removal_id: uuid().notNull(),
    file_name: text().notNull(),
    name_digest: text().notNull(),
    removed_on: date({ mode: 'string' }).notNull(),
  },
  (table) => [
    foreignKey({
      name: 'removed_files_same_owner',
      columns: [table.instruction_id, table.user_id],
      foreignColumns: [instructions.id, instructions.user_id],
    }).onDelete('cascade'),
    index().on(table.instruction_id),
    index().on(table.user_id, table.removal_id),
  ],
);

/**
 * Objects whose rows are gone, written by a trigger: however a row went, its bytes follow. What was
 * still arriving when its row went is due later, when nothing can be arriving any more.
 */
export const objectRemovals = pgTable(
  'object_removals',
  {
    object_key: text().primaryKey(),
    due_at: moment().notNull().defaultNow(),
  },
  (table) => [index().on(table.due_at)],
);

/** Locks of running searches, one per owner; an expired one belongs to a dead process. */
export const instructionSearches = pgTable('instruction_searches', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  search_id: uuid().notNull(),
  held_until: moment().notNull(),
});
