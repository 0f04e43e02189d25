import { z } from 'zod';
import { emailField, idField, pinField, timestamp } from '../fields.ts';
import { contactStatuses } from '../people/contact-rules.ts';
import {
  activationEnds,
  activationProduct,
  activationStatuses,
  deliveryStates,
  refusalKinds,
  rejectionReasons,
  requestReasons,
  withheldContactStates,
} from './protocol-values.ts';

/**
 * Counts deliveries of an activation: each instruction to each of its recipients. `withheld`: for
 * contacts who have not agreed.
 */
export const deliveryProgress = z.object({
  total: z.number().int(),
  accepted: z.number().int(),
  waiting: z.number().int(),
  unreachable: z.number().int(),
  withheld: z.number().int(),
  /** Recalled by the owner before they were opened. */
  closed: z.number().int(),
  /** Opened by a reader, even if a mail server refused the mail. */
  opened: z.number().int(),
});
export type DeliveryProgress = z.output<typeof deliveryProgress>;

/** Agreement of a second contact. */
const agreementView = z.object({
  asked_at: timestamp,
  /** From this time the first contact may continue alone. */
  alone_from: timestamp,
  /** `alone_from` has passed and no doubt is open. */
  may_continue_alone: z.boolean(),
  is_agreed: z.boolean(),
  /** The caller was asked and has not answered. */
  is_mine_to_answer: z.boolean(),
});

/** A doubt puts a start on hold until an operator decides. */
const doubtView = z.object({
  /** Deadline of an operator's decision. */
  decided_by: timestamp,
  /** Doubted by the caller, who may withdraw it. */
  is_mine: z.boolean(),
});

/** An owner as a trusted contact sees them. */
export const legacyView = z.object({
  user_id: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  full_name: z.string().nullable(),
  user_email: z.string(),
  trusted_contact_id: z.string(),
  is_confirmed: z.boolean(),
  status: z.enum(contactStatuses),
  protocol_activated_at: timestamp.nullable(),
  /** Last acceptance or reconfirmation; unknown for old contacts. */
  agreed_at: timestamp.nullable(),
  /** The owner set an emergency PIN. */
  asks_for_pin: z.boolean(),
  /** Set after too many wrong PINs. */
  pin_locked_until: timestamp.nullable(),
  /**
   * The first that exists: the waiting or active activation; an open one of the caller; one that
   * needs or has the caller's agreement; the caller's latest; a vetoed one of another contact that
   * the owner has not decided about.
   */
  activation: z
    .object({
      id: z.string(),
      status: z.enum(activationStatuses),
      /** Reason why the activation ended. */
      end_reason: z.enum(activationEnds).nullable(),
      is_mine: z.boolean(),
      /** The contact who started it, as named by the owner; null if removed. */
      contact_name: z.string().nullable(),
      started_at: timestamp,
      /** Planned time of the release, during the waiting period. */
      release_at: timestamp.nullable(),
      /** Postponed beyond the waiting period by an interruption of the service. */
      is_postponed: z.boolean(),
      /** Expiry of an approved, pending or agreed activation without a payment. */
      ends_at: timestamp.nullable(),
      activated_at: timestamp.nullable(),
      agreement: agreementView.nullable(),
      doubt: doubtView.nullable(),
      /** The caller may doubt this start. */
      may_doubt: z.boolean(),
      /** Reason of a rejected request. */
      rejection: z.enum(rejectionReasons).nullable(),
      /** Amount that the caller has paid or is paying, in rubles. */
      paid_amount: z.number().nullable(),
      progress: deliveryProgress,
    })
    .nullable(),
  /** Price of a start for the caller today, in rubles. */
  activation_price: z.number(),
  /** The owner requires a second contact, and another contact can be asked. */
  needs_agreement: z.boolean(),
  /** Hours between payment and release, by the present settings. */
  waiting_hours: z.number().int(),
  /** The owner vetoed a start of the caller, who cannot start again before the owner decides. */
  is_vetoed: z.boolean(),
  /**
   * A request that the caller can file with the operators; null without a reason. An open request
   * is the activation above.
   */
  request: z
    .object({
      reason: z.enum(requestReasons),
      /** The payment requires an approved request. */
      is_needed: z.boolean(),
      /** Earliest time of the next request after a rejection. */
      not_before: timestamp.nullable(),
    })
    .nullable(),
  /**
   * Time by which an answer is promised to the caller's request, or to a request filed now. Null
   * without a request or once overdue.
   */
  answer_by: timestamp.nullable(),
  /** Start of a pending reconfirmation of the caller. */
  reconfirmation_asked_at: timestamp.nullable(),
  /** Another contact is paying now; only the first payment takes effect. */
  is_paid_by_other: z.boolean(),
  /** Number of instructions delivered to the caller. */
  instruction_count: z.number().int(),
});
export type LegacyView = z.input<typeof legacyView>;

const clientReturnToken = z.string('required').regex(/^[\w-]{22,128}$/, 'invalid');

export const activationInput = z.object({
  product_id: z.literal(activationProduct, 'invalid'),
  /** In rubles. If present, it must equal the caller's price. */
  amount: z.number('invalid').nonnegative('invalid').max(1_000_000, 'invalid').optional(),
  /** Address of the return page on this site, with `type`, `deceased_user_id` and `crt`. */
  return_url: z.url('invalid').max(2000, 'too_long'),
  metadata: z.object({
    /** Generated by the browser; identifies the payment on the return page. */
    client_return_token: clientReturnToken,
    product_id: z.literal(activationProduct, 'invalid'),
    deceased_user_id: idField,
    trusted_contact_id: idField,
    /** Must be the id of the caller. */
    initiator_user_id: idField,
  }),
  /** Required if the owner set a PIN. */
  pin: pinField.optional(),
});
export type ActivationInput = z.output<typeof activationInput>;

export const agreementInput = z.object({
  deceased_user_id: idField,
  trusted_contact_id: idField,
  /** Required if the owner set a PIN. */
  pin: pinField.optional(),
});
export type AgreementInput = z.output<typeof agreementInput>;

/** An instruction delivered to a trusted contact. */
export const receivedInstruction = z.object({
  delivery_id: z.string(),
  /** Null if damaged or recalled. */
  title: z.string().nullable(),
  file_count: z.number().int(),
  opened_at: timestamp.nullable(),
  expires_at: timestamp,
  /** True if `expires_at` has passed by the clock of the server. */
  is_expired: z.boolean(),
  /** Recalled by the owner. */
  is_recalled: z.boolean(),
});

/** A recipient without a delivered mail, for the contact who activated; one row per person. */
const unreachedRecipient = z.object({
  envelope_id: z.string(),
  letters: z.number().int(),
  recipient_name: z.string().nullable(),
  /** Null if the record is damaged. */
  recipient_email: z.string().nullable(),
  state: z.enum(deliveryStates),
  refusal: z.enum(refusalKinds),
  refused_at: timestamp,
  /** Accepted by a mail server, then bounced. */
  is_bounced: z.boolean(),
  /** Reply of the mail server. */
  reply: z.string().nullable(),
  /** The address can be corrected once per person. */
  can_correct: z.boolean(),
});
export type UnreachedRecipient = z.input<typeof unreachedRecipient>;

/** Replaces a mistyped address. */
export const correctedAddress = z.object({ recipient_email: emailField });

export const activationView = z.object({
  id: z.string(),
  status: z.enum(activationStatuses),
  progress: deliveryProgress,
  unreached: z.array(unreachedRecipient),
  /** Contacts whose letters are withheld until they accept. */
  left_out: z.array(
    z.object({
      contact_id: z.string(),
      name: z.string(),
      /** Number of withheld letters. */
      letters: z.number().int(),
      state: z.enum(withheldContactStates),
    }),
  ),
});
export type ActivationView = z.input<typeof activationView>;
