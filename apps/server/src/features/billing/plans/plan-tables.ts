import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../../identity/account/account-tables.ts';
import { trustedContacts } from '../../people/contacts/contact-tables.ts';
import { payments } from '../payments/payment-tables.ts';

/** Paid periods and their duration, for the compensation of outages. */
export const planPeriods = pgTable(
  'plan_periods',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    payment_id: uuid().notNull().unique(),
    period_from: date({ mode: 'string' }).notNull(),
    /** Earlier than the paid end if another period replaced it. */
    until: date({ mode: 'string' }).notNull(),
    price_kopecks: integer().notNull(),
    paid_days: integer().notNull(),
  },
  (table) => [index().on(table.user_id), index().on(table.until)],
);

/**
 * Notices to owners about the end of a period, one per period and amount. The id is the mail's id;
 * an unaccepted mail is repeated with a new row.
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
    /** The announced charge; 0 if nothing is charged and the plan ends. */
    amount_kopecks: integer().notNull(),
    enqueued_on: date({ mode: 'string' }).notNull(),
    /** Day on which a mail server accepted the mail, which is required for the charge. */
    accepted_on: date({ mode: 'string' }),
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

/** Downtime recorded by an operator. */
export const outages = pgTable(
  'outages',
  {
    id: uuid().primaryKey(),
    started_at: timestamptz().notNull(),
    ended_at: timestamptz().notNull(),
    created_at: timestamptz().notNull(),
    /** Set once all owners are compensated. */
    applied_at: timestamptz(),
  },
  (table) => [unique().on(table.started_at, table.ended_at), index().on(table.applied_at)],
);

/** Owners compensated for an outage, so that each is compensated once. */
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
 * Notices to trusted contacts before files are removed, for one lapse (`expired_on`). The id is the
 * mail's id. Deleted with the next first warning or once the lapse is settled.
 */
export const removalNotices = pgTable(
  'removal_notices',
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
    /** The last warning is required for a removal. */
    is_last: boolean().notNull(),
    enqueued_on: date({ mode: 'string' }).notNull(),
    /** Time at which the mail was written; the contact may have read it even without a result. */
    started_at: timestamptz(),
    accepted_on: date({ mode: 'string' }),
    refused_on: date({ mode: 'string' }),
  },
  (table) => [
    unique('removal_notices_once').on(
      table.contact_id,
      table.expired_on,
      table.files_removed_on,
      table.is_last,
    ),
    index().on(table.user_id),
  ],
);

/** Payments of contacts for an owner's plan. */
export const planGifts = pgTable(
  'plan_gifts',
  {
    payment_id: uuid()
      .primaryKey()
      .references(() => payments.id, { onDelete: 'cascade' }),
    owner_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The contact who pays; null once the owner has removed the contact. */
    contact_id: uuid().references(() => trustedContacts.id, { onDelete: 'set null' }),
  },
  (table) => [index().on(table.owner_id), index().on(table.contact_id)],
);
