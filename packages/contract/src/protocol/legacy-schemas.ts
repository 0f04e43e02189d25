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
 * How far an activation is, of all that the owner meant: every instruction for each of its
 * recipients. `refused` ones are among the waiting or the unreachable, and `withheld` are those for
 * contacts who have not agreed.
 */
export const deliveryProgress = z.object({
  total: z.number().int(),
  accepted: z.number().int(),
  waiting: z.number().int(),
  unreachable: z.number().int(),
  withheld: z.number().int(),
  /** Taken back by the owner before anybody opened them. */
  closed: z.number().int(),
  /** Letters that somebody has read, whatever the mail servers say. */
  opened: z.number().int(),
});
export type DeliveryProgress = z.output<typeof deliveryProgress>;

/** How far the agreement of a second contact is. */
export const agreementView = z.object({
  asked_at: timestamp,
  /** From then on the one who asked may go on alone. */
  alone_from: timestamp,
  /** That moment has come, by the server's clock, and no doubt is open. */
  may_go_on_alone: z.boolean(),
  is_agreed: z.boolean(),
  /** The caller is asked, and has not answered. */
  is_mine_to_answer: z.boolean(),
});

/** A contact's doubt holds a start back until an operator has decided. */
export const doubtView = z.object({
  /** By when an operator decides. */
  decided_by: timestamp,
  /** The caller doubts it, and may take that back. */
  is_mine: z.boolean(),
});

/** An owner who named the caller, as the caller sees them. */
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
  /** When the caller agreed or last said yes; not known of those who agreed long ago. */
  agreed_at: timestamp.nullable(),
  /** The owner set an emergency PIN. */
  asks_for_pin: z.boolean(),
  /** Too many wrong PINs: until then no other is tried. */
  pin_locked_until: timestamp.nullable(),
  /**
   * The activation that waits or has taken effect, otherwise one of the caller's that is under way,
   * one that asks for the caller's agreement or has got it, the caller's latest try, or one of
   * somebody else's that the owner stopped, until the owner has decided about its contact.
   */
  activation: z
    .object({
      id: z.string(),
      status: z.enum(activationStatuses),
      /** Why it came to nothing. */
      end_reason: z.enum(activationEnds).nullable(),
      is_mine: z.boolean(),
      /** Who started it, as the owner calls them; null where that contact is gone. */
      contact_name: z.string().nullable(),
      started_at: timestamp,
      /** When letters leave, while it waits. */
      release_at: timestamp.nullable(),
      /** Later than the owner's waiting time alone, because of an interruption of the service. */
      is_postponed: z.boolean(),
      /** When it ends if nobody goes on with it: approved, asked or agreed to, and not paid for. */
      ends_at: timestamp.nullable(),
      activated_at: timestamp.nullable(),
      agreement: agreementView.nullable(),
      doubt: doubtView.nullable(),
      /** The caller may say that this start is a mistake. */
      may_doubt: z.boolean(),
      /** Of a request that was turned down. */
      rejection: z.enum(rejectionReasons).nullable(),
      /** What the caller paid, or is paying, for it, in rubles. */
      paid_amount: z.number().nullable(),
      progress: deliveryProgress,
    })
    .nullable(),
  /** What starting it costs the caller today, in rubles. */
  activation_price: z.number(),
  /** The owner wants a second contact to agree first, and there is one to be asked. */
  needs_agreement: z.boolean(),
  /** Hours between the payment and the letters, as it stands now. */
  waiting_hours: z.number().int(),
  /** The owner stopped a start of the caller's: no other is possible until that is settled. */
  is_stopped: z.boolean(),
  /**
   * Whether the caller can ask the operators, why, and from when on; null where there is no reason
   * to ask. While a request is open it is the activation above.
   */
  request: z
    .object({
      reason: z.enum(requestReasons),
      /** Nothing but an approved request leads to the payment. */
      is_needed: z.boolean(),
      /** After a rejection. */
      not_before: timestamp.nullable(),
    })
    .nullable(),
  /**
   * The operators answer the caller's request by then, or one that is filed now; null where there is
   * nothing to ask, and once that moment has passed.
   */
  answer_by: timestamp.nullable(),
  /** Since when the caller is asked whether it is still so, and has not answered. */
  still_here_asked_at: timestamp.nullable(),
  /** Another contact is paying for the start at this moment; the first payment counts. */
  is_paid_by_other: z.boolean(),
  /** Instructions that came to the caller by the activation. */
  instruction_count: z.number().int(),
});
export type LegacyView = z.input<typeof legacyView>;

const clientReturnToken = z.string('required').regex(/^[\w-]{22,128}$/, 'invalid');

export const activationInput = z.object({
  product_id: z.literal(activationProduct, 'invalid'),
  /** In rubles; where it is named, it must be what starting costs the caller. */
  amount: z.number('invalid').nonnegative('invalid').max(1_000_000, 'invalid').optional(),
  /** The return page of this site, with `type`, `deceased_user_id` and `crt`. */
  return_url: z.url('invalid').max(2000, 'too_long'),
  metadata: z.object({
    /** Made by the browser; with it the return page asks how the payment stands. */
    client_return_token: clientReturnToken,
    product_id: z.literal(activationProduct, 'invalid'),
    deceased_user_id: idField,
    trusted_contact_id: idField,
    /** Must be the caller. */
    initiator_user_id: idField,
  }),
  /** Where the owner set one. */
  pin: pinField.optional(),
});
export type ActivationInput = z.output<typeof activationInput>;

/** Whose protocol it is about, and as whom the caller asks. */
export const agreementInput = z.object({
  deceased_user_id: idField,
  trusted_contact_id: idField,
  /** Where the owner set one. */
  pin: pinField.optional(),
});
export type AgreementInput = z.output<typeof agreementInput>;

/** An instruction that came to a trusted contact. */
export const receivedInstruction = z.object({
  delivery_id: z.string(),
  /** Null where the record is damaged, and of what was taken back. */
  title: z.string().nullable(),
  file_count: z.number().int(),
  opened_at: timestamp.nullable(),
  expires_at: timestamp,
  /** By the server's clock: it cannot be opened any more. */
  is_expired: z.boolean(),
  /** By the owner, who lives: it cannot be opened any more. */
  is_taken_back: z.boolean(),
});

/** Somebody whom no mail reaches, for the contact who activated: one row per person. */
export const unreachedRecipient = z.object({
  envelope_id: z.string(),
  /** How many letters there are for this person. */
  letters: z.number().int(),
  recipient_name: z.string().nullable(),
  /** Null where the record is damaged. */
  recipient_email: z.string().nullable(),
  state: z.enum(deliveryStates),
  refusal: z.enum(refusalKinds),
  refused_at: timestamp,
  /** Taken at first; a mail server further on said that it does not arrive. */
  is_bounced: z.boolean(),
  /** What the mail server said. */
  reply: z.string().nullable(),
  /** Once per person the address can be fixed. */
  can_correct: z.boolean(),
});
export type UnreachedRecipient = z.input<typeof unreachedRecipient>;

/** The address in place of a mistyped one. */
export const correctedAddress = z.object({ recipient_email: emailField });

export const activationView = z.object({
  id: z.string(),
  status: z.enum(activationStatuses),
  progress: deliveryProgress,
  unreached: z.array(unreachedRecipient),
  /** Contacts whose letters are kept until they agree. */
  left_out: z.array(
    z.object({
      contact_id: z.string(),
      name: z.string(),
      /** How many letters are kept. */
      letters: z.number().int(),
      state: z.enum(withheldContactStates),
    }),
  ),
});
export type ActivationView = z.input<typeof activationView>;
