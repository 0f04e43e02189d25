import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../../identity/account/index.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { payments } from '../payments/index.ts';

const moment = () => timestamp({ withTimezone: true });

/** Every period that was paid for, and how long it ran: what an outage is made good by. */
export const planPeriods = pgTable(
  'plan_periods',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    payment_id: uuid().notNull().unique(),
    period_from: date({ mode: 'string' }).notNull(),
    /** Earlier than it was paid for, where another period took its place. */
    until: date({ mode: 'string' }).notNull(),
    price_kopecks: integer().notNull(),
    paid_days: integer().notNull(),
  },
  (table) => [index().on(table.user_id), index().on(table.until)],
);

/**
 * What owners are told about the end of a period: once for each period and amount. The id is the
 * mail's; a mail that nobody took is written again as another row.
 */
export const planNotices = pgTable(
  'plan_notices',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    valid_until: date({ mode: 'string' }).notNull(),
    /** 0: nothing will be charged, the plan ends. */
    amount_kopecks: integer().notNull(),
    ordered_on: date({ mode: 'string' }).notNull(),
    /** When a mail server took it; money is taken only afterwards. */
    taken_on: date({ mode: 'string' }),
    refused_on: date({ mode: 'string' }),
  },
  (table) => [
    unique('plan_notices_once').on(
      table.user_id,
      table.version,
      table.valid_until,
      table.amount_kopecks,
    ),
  ],
);

/** Times during which the service could not be used, as an operator recorded them. */
export const outages = pgTable(
  'outages',
  {
    id: uuid().primaryKey(),
    began_at: moment().notNull(),
    ended_at: moment().notNull(),
    created_at: moment().notNull(),
    /** When every owner has been compensated. */
    applied_at: moment(),
  },
  (table) => [unique().on(table.began_at, table.ended_at), index().on(table.applied_at)],
);

/** Who has been compensated for an outage: each owner once. */
export const outageEffects = pgTable(
  'outage_effects',
  {
    outage_id: uuid()
      .notNull()
      .references(() => outages.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.outage_id, table.user_id] })],
);

/**
 * What trusted contacts are told before files of an owner are removed, for one lapse (`expired_on`).
 * The id is the mail's. They count while the owner is warned, and go with the next
 * first warning or when it is settled.
 */
export const removalNotices = pgTable(
  'removal_tellings',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    contact_id: uuid()
      .notNull()
      .references(() => trustedContacts.id, { onDelete: 'cascade' }),
    expired_on: date({ mode: 'string' }).notNull(),
    files_removed_on: date({ mode: 'string' }).notNull(),
    /** The last warning, without which nothing goes. */
    is_last: boolean().notNull(),
    ordered_on: date({ mode: 'string' }).notNull(),
    /** From then on the contact may have read it. */
    begun_at: moment(),
    taken_on: date({ mode: 'string' }),
    refused_on: date({ mode: 'string' }),
  },
  (table) => [
    unique('removal_tellings_once').on(
      table.contact_id,
      table.expired_on,
      table.files_removed_on,
      table.is_last,
    ),
    index().on(table.user_id),
  ],
);

/** Whose plan a contact pays for. The payer is in the payment. */
export const planGifts = pgTable(
  'plan_gifts',
  {
    payment_id: uuid()
      .primaryKey()
      .references(() => payments.id, { onDelete: 'cascade' }),
    owner_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As whom; null once the owner has removed that contact. */
    contact_id: uuid().references(() => trustedContacts.id, { onDelete: 'set null' }),
  },
  (table) => [index().on(table.owner_id), index().on(table.contact_id)],
);
