import { z } from 'zod';
import { timestamp } from '../account/fields.ts';
import { deliveryProgress } from './protocol-schemas.ts';
import { activationStatuses, deliveryStates, leftReasons } from './protocol-values.ts';

/** One delivery, as the owner sees it. */
export const ownDelivery = z.object({
  id: z.string(),
  instruction_id: z.string(),
  /** Null where the record is damaged. */
  title: z.string().nullable(),
  recipient_name: z.string().nullable(),
  recipient_email: z.string().nullable(),
  state: z.enum(deliveryStates),
  queued_at: timestamp,
  accepted_at: timestamp.nullable(),
  /** When a mail server last said no, at once or later. */
  refused_at: timestamp.nullable(),
  /** When a mail server further on said that a mail does not arrive that was taken before. */
  bounced_at: timestamp.nullable(),
  opened_at: timestamp.nullable(),
  downloaded_at: timestamp.nullable(),
  corrected_at: timestamp.nullable(),
});
export type OwnDelivery = z.input<typeof ownDelivery>;

/** A contact who is paying for the start of the owner's protocol at this moment. */
export const payingContact = z.object({
  activation_id: z.string(),
  contact_id: z.string(),
  name: z.string(),
  email: z.string(),
  started_at: timestamp,
});
export type PayingContact = z.input<typeof payingContact>;

/** Something a contact has begun, which the owner can stop. */
export const ownAttempt = z.object({
  activation_id: z.string(),
  status: z.enum(activationStatuses),
  contact_id: z.string().nullable(),
  contact_name: z.string().nullable(),
  /** As the owner wrote it down. */
  contact_phone: z.string().nullable(),
  started_at: timestamp,
  /** When letters leave, while it waits. */
  release_at: timestamp.nullable(),
  /** Later than the owner's waiting time alone, because of an interruption of the service. */
  is_postponed: z.boolean(),
  /** Contacts who doubt it; nothing is released until an operator has decided. */
  doubt: z.object({ decided_by: timestamp, names: z.array(z.string()) }).nullable(),
});
export type OwnAttempt = z.input<typeof ownAttempt>;

/** A start that took effect before the protocol was armed again. */
export const pastProtocol = z.object({
  activation_id: z.string(),
  contact_name: z.string().nullable(),
  activated_at: timestamp,
  armed_at: timestamp,
  progress: deliveryProgress.omit({ opened: true }),
  /** Letters that somebody opened. */
  opened: z.number().int(),
});
export type PastProtocol = z.input<typeof pastProtocol>;

export const stoppedContact = z.object({
  id: z.string(),
  name: z.string(),
  stopped_at: timestamp,
});
export type StoppedContact = z.input<typeof stoppedContact>;

/** What happened to the owner's own protocol, once it is started. */
export const ownProtocol = z.object({
  status: z.enum(activationStatuses),
  started_at: timestamp,
  activated_at: timestamp.nullable(),
  activated_by: z.object({ name: z.string(), email: z.string() }).nullable(),
  progress: deliveryProgress,
  /** Letters that nobody has opened: these can be taken back. */
  unopened: z.number().int(),
  deliveries: z.array(ownDelivery),
  /** Instructions that are still in the outbox, and why. */
  left: z.array(z.object({ instruction_id: z.string(), reason: z.enum(leftReasons) })),
});
export type OwnProtocol = z.input<typeof ownProtocol>;
