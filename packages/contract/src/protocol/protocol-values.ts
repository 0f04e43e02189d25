import { retention } from '../service-terms.ts';

const hour = 60 * 60 * 1000;

/**
 * `verified`: operators check documents before every start. `direct`: they do so only if the start
 * is blocked.
 */
export const activationModes = ['direct', 'verified'] as const;
export type ActivationMode = (typeof activationModes)[number];

/**
 * Reasons for a request to the operators. `review`: the service verifies every start. `pin`: the
 * PIN is unknown. `vetoed`: the owner vetoed a start of this contact.
 */
export const requestReasons = ['review', 'pin', 'vetoed'] as const;
export type RequestReason = (typeof requestReasons)[number];

/** Basis of an approval. After an approval by death certificate, a veto requires a sign-in. */
export const approvalBases = ['death_certificate', 'incapacity', 'other'] as const;
export type ApprovalBasis = (typeof approvalBases)[number];

/** An approval by death certificate takes two steps, by two operators if possible. */
export const singleStepBases = approvalBases.filter((basis) => basis !== 'death_certificate');
export type SingleStepBasis = (typeof singleStepBases)[number];

/** Reasons of a rejection, as shown to the contact. `owner_answered`: rejected by the owner. */
export const rejectionReasons = [
  'documents_missing',
  'documents_unreadable',
  'not_proven',
  'wrong_person',
  'owner_answered',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

export const operatorRejections = rejectionReasons.filter((reason) => reason !== 'owner_answered');

export const requestTerms = {
  /** Deadline of an answer. */
  answerWithin: 3 * 24 * hour,
  /** Time between a rejection and the next request of the same contact. */
  pause: 24 * hour,
  /** Time between the two steps of an approval by certificate, if there is only one operator. */
  certificatePause: 24 * hour,
  explanationMaxLength: 4000,
  noteMaxLength: 2000,
  documents: 10,
  /** An operator's claim on a request ends after this time. */
  claimedFor: 4 * hour,
  /** A request waits this long for a document that an operator asked for. */
  documentWait: 7 * 24 * hour,
  /** Explanation, documents and note are kept this long after the end of the request. */
  papersKept: retention.requestPapersDays * 24 * hour,
} as const;

/**
 * `requested`: by a contact; operators answer with `approved` or `rejected`. Without a request it
 * starts with `agreement_pending` if the owner requires two contacts, else with `payment_pending`.
 * `agreed`: may be paid. `waiting`: paid, in the waiting period. `refunded`: paid, but could not
 * take effect. `past`: was in effect before the owner armed the protocol again.
 */
export const activationStatuses = [
  'requested',
  'approved',
  'rejected',
  'agreement_pending',
  'agreed',
  'payment_pending',
  'payment_canceled',
  'waiting',
  'vetoed',
  'activated',
  'delivering',
  'delivered',
  'partially_delivered',
  'past',
  'refunded',
] as const;
export type ActivationStatus = (typeof activationStatuses)[number];

/** In effect: at most one activation of an owner; several may be in payment. */
export const effectiveActivationStatuses = [
  'activated',
  'delivering',
  'delivered',
  'partially_delivered',
] as const satisfies ActivationStatus[];

/** Not paid yet: at most one activation of each contact and owner. */
export const openActivationStatuses = [
  'requested',
  'approved',
  'agreement_pending',
  'agreed',
  'payment_pending',
] as const satisfies ActivationStatus[];

/** Paid and not ended: at most one activation of an owner. */
export const startedActivationStatuses = [
  'waiting',
  ...effectiveActivationStatuses,
] as const satisfies ActivationStatus[];

/** The contact has to take the next step; without it, the activation expires. */
export const expiringActivationStatuses = [
  'approved',
  'agreement_pending',
  'agreed',
] as const satisfies ActivationStatus[];

/**
 * Statuses in which a doubt of another contact puts the start on hold until an operator decides.
 */
export const doubtableActivationStatuses = [
  'agreement_pending',
  'agreed',
  'payment_pending',
  'waiting',
] as const satisfies ActivationStatus[];

/**
 * `withdrawn`: by the contact. `dismissed`, `upheld`: by an operator. `owner_acted`: the owner
 * vetoed.
 */
export const doubtEndings = ['withdrawn', 'dismissed', 'upheld', 'owner_acted'] as const;
export type DoubtEnding = (typeof doubtEndings)[number];

export const doubtVerdicts = ['dismissed', 'upheld'] as const satisfies DoubtEnding[];
export type DoubtVerdict = (typeof doubtVerdicts)[number];

/** Reminders of an activation that is about to expire. */
export const endReminders = ['first', 'last'] as const;
export type EndReminder = (typeof endReminders)[number];

/** Statuses of activations that the owner can veto. */
export const vetoableActivationStatuses = [
  ...openActivationStatuses,
  'waiting',
] as const satisfies ActivationStatus[];

/** True while in effect: letters are released, and the protocol was not armed again. */
export function isActive(status: ActivationStatus): boolean {
  switch (status) {
    case 'activated':
    case 'delivering':
    case 'delivered':
    case 'partially_delivered':
      return true;
    case 'requested':
    case 'approved':
    case 'rejected':
    case 'agreement_pending':
    case 'agreed':
    case 'payment_pending':
    case 'payment_canceled':
    case 'waiting':
    case 'vetoed':
    case 'past':
    case 'refunded':
      return false;
  }
}

/**
 * `canceled`: by the payer or the bank. `lapsed`: not paid in time. `given_up`: cancelled by the
 * payer. `contact_removed`: the payer may not activate any more. `stale`: expired before the
 * payment. `doubt_upheld`: by an operator.
 */
export const activationEnds = [
  'canceled',
  'lapsed',
  'stale',
  'given_up',
  'contact_removed',
  'overtaken',
  'nothing_to_deliver',
  'vetoed',
  'doubt_upheld',
] as const;
export type ActivationEnd = (typeof activationEnds)[number];

/** `plan_id` of an activation payment and `product_id` of its request. */
export const activationProduct = 'protocol_activation';

/**
 * `unreachable`: not retried until the address is corrected. `withheld`: the contact has not
 * accepted yet. `closed`: recalled unopened by the owner.
 */
export const deliveryStates = ['queued', 'accepted', 'unreachable', 'withheld', 'closed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Last refusal by a mail server; a permanent one is not retried. */
export const refusalKinds = ['temporary', 'permanent'] as const;

/**
 * Contacts whose letters are withheld. `asked`: may still accept. `no_answer`: the invitation has
 * expired. `not_reached`: the mail was refused.
 */
export const withheldContactStates = ['asked', 'declined', 'no_answer', 'not_reached'] as const;
export type WithheldContactState = (typeof withheldContactStates)[number];

/** Reasons why an instruction stays in the outbox after an activation. */
export const undeliveredReasons = [
  'contacts_unconfirmed',
  'no_recipient',
  'written_after',
  'not_accepted_yet',
  'unreachable',
  'recalled',
] as const;
export type UndeliveredReason = (typeof undeliveredReasons)[number];

/**
 * Reasons against an immediate delivery if the protocol were started now. `not_agreed`: will be
 * asked, and gets the letter after accepting. `declined`: is not asked again.
 */
export const withheldReasons = ['not_agreed', 'declined'] as const;
export type WithheldReason = (typeof withheldReasons)[number];

/** Reasons why an instruction would reach no one if the protocol were started now. */
export const undeliverableReasons = [
  'no_recipient',
  'contacts_unconfirmed',
  'contacts_declined',
] as const;
export type UndeliverableReason = (typeof undeliverableReasons)[number];
