import { paymentStatuses, receiptStates } from '@zavet/contract/billing/payment-endpoints';
import {
  paymentTroubleKinds,
  refundReasons,
  troubleResolutions,
} from '@zavet/contract/billing/payment-values';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../../identity/account/account-tables.ts';
import { paymentKinds, providerNames } from './payment-rules.ts';

/**
 * Kept for five years. Personal data is only in `user_id` and `payment_requests`, which are removed
 * with the account.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey(),
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** A product: a plan for a period, or an activation. */
    plan_id: text().notNull(),
    kind: text({ enum: paymentKinds }).notNull(),
    amount_kopecks: integer().notNull(),
    currency: text().notNull().default('RUB'),
    /** The version of the quoted plan; 0 for an activation. */
    basis: integer().notNull(),
    provider: text({ enum: providerNames }).notNull(),
    status: text({ enum: paymentStatuses }).notNull().default('pending'),
    /** Sent with every attempt, so that there is one charge. */
    idempotence_key: text().notNull().unique(),
    /** The provider's id; null until its first response. */
    provider_payment_id: text(),
    confirmation_url: text(),
    /** Created by the browser to find the payment after its return. */
    client_return_token: text(),
    is_test: boolean(),
    receipt: text({ enum: receiptStates }),
    /** Next check of the payment while pending, then of its receipt. */
    next_check_at: timestamptz(),
    checks: integer().notNull().default(0),
    created_at: timestamptz().notNull(),
    settled_at: timestamptz(),
  },
  (table) => [
    unique().on(table.provider, table.provider_payment_id),
    index().on(table.user_id, table.created_at.desc()),
    index().on(table.next_check_at).where(sql`next_check_at is not null`),
    index().on(table.created_at),
    unique().on(table.user_id, table.client_return_token),
    // Two tabs that buy the same product share a payment, and a renewal has one pending payment.
    // Activations and gifts limit their payments themselves.
    uniqueIndex('payments_one_pending')
      .on(
        table.user_id,
        table.provider,
        table.plan_id,
        table.kind,
        table.basis,
        table.amount_kopecks,
      )
      .where(sql`status = 'pending' and kind not in ('activation', 'gift')`),
  ],
);

/**
 * The data sent to the provider, unchanged with every attempt. Deleted once the payment is settled.
 */
export const paymentRequests = pgTable('payment_requests', {
  payment_id: uuid()
    .primaryKey()
    .references(() => payments.id, { onDelete: 'cascade' }),
  user_id: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  description: text().notNull(),
  receipt_email: text().notNull(),
  return_url: text(),
  /** The saved card of a renewal. */
  method_id: text(),
});

export const paymentEvents = pgTable(
  'payment_events',
  {
    id: uuid().primaryKey(),
    payment_id: uuid()
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    detail: text(),
    created_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.payment_id, table.id)],
);

export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey(),
    payment_id: uuid()
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    amount_kopecks: integer().notNull(),
    reason: text({ enum: refundReasons }).notNull(),
    status: text({ enum: paymentStatuses }).notNull().default('pending'),
    idempotence_key: text().notNull().unique(),
    provider_refund_id: text().unique(),
    /** Sent unchanged with every attempt. Deleted once the refund is settled. */
    receipt_email: text(),
    next_check_at: timestamptz(),
    checks: integer().notNull().default(0),
    created_at: timestamptz().notNull(),
    settled_at: timestamptz(),
  },
  (table) => [
    index().on(table.payment_id),
    index().on(table.next_check_at).where(sql`status = 'pending'`),
  ],
);

/**
 * Work for an operator: one open row per kind and subject. Resolved automatically if the provider
 * responds later.
 */
export const attentionItems = pgTable(
  'payment_troubles',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: paymentTroubleKinds }).notNull(),
    payment_id: uuid()
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    refund_id: uuid().references(() => refunds.id, { onDelete: 'cascade' }),
    /** The refund, or the payment if there is none. */
    subject_id: uuid().notNull(),
    /** Unpaid compensation of an outage. */
    owed_kopecks: integer(),
    since: timestamptz().notNull(),
    last_seen_at: timestamptz().notNull(),
    resolved_at: timestamptz(),
    resolution: text({ enum: troubleResolutions }),
    /** The operator; null if resolved automatically. Outlives the operator's account. */
    resolved_by: uuid(),
    /** Amount of a manual refund, and its reference at the provider, bank or support. */
    settled_kopecks: integer(),
    reference: text(),
  },
  (table) => [
    uniqueIndex('payment_troubles_one_open')
      .on(table.kind, table.subject_id)
      .where(sql`resolved_at is null`),
    index().on(table.payment_id),
    index().on(table.since, table.id).where(sql`resolved_at is null`),
    index().on(table.resolved_at.desc(), table.id.desc()).where(sql`resolved_at is not null`),
    check('payment_troubles_resolved_whole', sql`(resolved_at is null) = (resolution is null)`),
  ],
);

/** The provider's token of the card for renewals. The provider stores the card itself. */
export const paymentMethods = pgTable('payment_methods', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  provider: text({ enum: providerNames }).notNull(),
  method_id: text().notNull(),
  title: text().notNull(),
  last4: text(),
  created_at: timestamptz().notNull(),
});

/** Notifications about payments that are not ours. */
export const unknownNotifications = pgTable(
  'unknown_notifications',
  {
    id: uuid().primaryKey(),
    event: text().notNull(),
    object_id: text().notNull(),
    created_at: timestamptz().notNull(),
  },
  (table) => [unique().on(table.event, table.object_id), index().on(table.created_at)],
);
