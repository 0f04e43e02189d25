import type { RefundReason } from '@zavet/contract/payments/payment-outcomes';
import type { ActivationEnd } from '@zavet/contract/protocol/protocol-values';

/** Whose protocol it is. */
export interface Writer {
  owner_name: string | null;
  /** Stands beside the name, and instead of one that is missing. */
  owner_email?: string | null;
}

/** What has to be known for each mail; `at` is a moment, `expires_on` a Moscow day. */
export interface ProtocolMailFacts {
  /** To the owner. */
  activation_payment_started: { contact_name: string; contact_email: string; at: string };
  activation_attempt_ended: {
    /** Null where that person is gone from the service. */
    contact_name: string | null;
    contact_email: string | null;
    at: string;
    end_reason: ActivationEnd;
    is_refunded: boolean;
  };
  protocol_activated: { contact_name: string; contact_email: string; at: string };
  activation_pin_locked: { contact_name: string; contact_email: string };
  delivery_address_corrected: { contact_name: string; contact_email: string };
  /** To the contact who paid. */
  activation_confirmed: Writer;
  activation_refunded: Writer & { amount_kopecks: number; reason: RefundReason };
  recipients_unreached: Writer & { recipients: UnreachedPerson[] };
  /** To a recipient. */
  delivery_link_renewed: Writer & { title: string | null; token: string };
  delivery_expires_soon: Writer & { title: string | null; token: string; expires_on: string };
}

export type ProtocolMailKind = keyof ProtocolMailFacts;

/** Null where the record is damaged. */
export interface UnreachedPerson {
  name: string | null;
  email: string | null;
}
