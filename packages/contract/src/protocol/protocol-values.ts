import { retention } from '../service-terms.ts';

const hour = 60 * 60 * 1000;

/** `verified`: operators look at documents before every start. `direct`: only where something stands in the way. */
export const activationModes = ['direct', 'verified'] as const;

/**
 * Why a trusted contact asks the operators. `review`: this service looks at documents before every
 * start. `pin`: the owner's PIN is not known. `stopped`: the owner stopped a start of this contact.
 */
export const requestReasons = ['review', 'pin', 'stopped'] as const;

/** What an approval rests on. After a death certificate a stop needs signing in. */
export const approvalBases = ['death_certificate', 'incapacity', 'other'] as const;

/** Bases on which one operator approves in one step; a death certificate takes two. */
export const singleStepBases = approvalBases.filter((basis) => basis !== 'death_certificate');

/** Why an operator said no, as the contact is told. `owner_answered` is the owner's own answer. */
export const rejectionReasons = [
  'documents_missing',
  'documents_unreadable',
  'not_proven',
  'wrong_person',
  'owner_answered',
] as const;

/** What operators may choose; the owner answers for themself. */
export const operatorRejections = rejectionReasons.filter((reason) => reason !== 'owner_answered');

export const requestTerms = {
  /** Operators owe an answer; one that is not given by then is overdue. */
  answerWithin: 3 * 24 * hour,
  /** After a rejection the same contact may ask again. */
  pause: 24 * hour,
  /** Between the two steps of an approval by certificate where there is only one operator. */
  certificatePause: 24 * hour,
  explanationMaxLength: 4000,
  noteMaxLength: 2000,
  documents: 10,
  /** Explanation, documents and note are removed so long after the end. */
  papersKept: retention.requestPapersDays * 24 * hour,
} as const;

/**
 * The life of an activation. `requested`: a contact asks the operators to be let; they answer with
 * `approved` or `rejected`. Without a request it begins with `agreement_pending` where the owner wants two contacts to
 * agree, otherwise with `payment_pending`. `agreed`: it may be paid for. `waiting`: it is paid for,
 * and letters leave when the owner's waiting time is over. `vetoed`: the owner stopped it.
 * `refunded`: it was paid and could not take effect any more. `past`: it took effect, and the owner
 * has armed the protocol again since.
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

/** In effect: an owner has at most one such activation, while several may be being paid. */
export const effectiveActivationStatuses = [
  'activated',
  'delivering',
  'delivered',
  'partially_delivered',
] as const satisfies ActivationStatus[];

/** Begun and not paid for yet: each contact has at most one such activation of an owner. */
export const openActivationStatuses = [
  'requested',
  'approved',
  'agreement_pending',
  'agreed',
  'payment_pending',
] as const satisfies ActivationStatus[];

/** What its payment began: an owner has at most one such activation. */
export const startedActivationStatuses = [
  'waiting',
  ...effectiveActivationStatuses,
] as const satisfies ActivationStatus[];

/** Nobody has to answer before it can go on: it ends when the contact leaves it at that. */
export const expiringActivationStatuses = [
  'approved',
  'agreement_pending',
  'agreed',
] as const satisfies ActivationStatus[];

/** A doubt of another contact holds these back until an operator has decided. */
export const doubtableActivationStatuses = [
  'agreement_pending',
  'agreed',
  'payment_pending',
  'waiting',
] as const satisfies ActivationStatus[];

/**
 * The end of a doubt. `withdrawn`: by the contact who had it. `dismissed`, `upheld`: an operator's
 * decision. `owner_acted`: the owner vetoed, and no start is left.
 */
export const doubtEndings = ['withdrawn', 'dismissed', 'upheld', 'owner_acted'] as const;
export type DoubtEnding = (typeof doubtEndings)[number];

/** The decision of an operator about the doubts of an owner's contacts. */
export const doubtVerdicts = ['dismissed', 'upheld'] as const satisfies DoubtEnding[];
export type DoubtVerdict = (typeof doubtVerdicts)[number];

/** Of the end of what nobody goes on with. */
export const endReminders = ['first', 'last'] as const;
export type EndReminder = (typeof endReminders)[number];

/** What the owner can still stop. */
export const vetoableActivationStatuses = [
  ...openActivationStatuses,
  'waiting',
] as const satisfies ActivationStatus[];

/** Whether an activation is in effect: letters left, and the protocol was not armed again since. */
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
 * Why a try came to nothing. `canceled`: the payer or the bank said no. `lapsed`: nobody paid in time.
 * `given_up`: the payer took it back. `contact_removed`: the payer may not activate any more.
 * `vetoed`: the owner stopped it. `left_open`: it could have been paid for, and nobody went on with it.
 * `doubt_upheld`: an operator upheld the doubt of another contact.
 */
export const activationEnds = [
  'canceled',
  'lapsed',
  'left_open',
  'given_up',
  'contact_removed',
  'another_was_faster',
  'nothing_to_deliver',
  'vetoed',
  'doubt_upheld',
] as const;
export type ActivationEnd = (typeof activationEnds)[number];

/** The one thing that is paid for, as `plan_id` of a payment and `product_id` of a request. */
export const activationProduct = 'protocol_activation';

/**
 * `queued`: the mail is on its way. `unreachable`: given up, until somebody corrects the address.
 * `withheld`: meant by the owner, for a contact who has not agreed yet; no mail is sent until then.
 * `closed`: taken back by the owner, who lives, before anybody opened it.
 */
export const deliveryStates = ['queued', 'accepted', 'unreachable', 'withheld', 'closed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Whether the mail server's last refusal allows for another try with hope. */
export const refusalKinds = ['temporary', 'permanent'] as const;

/**
 * Contacts for whom letters are kept because they had not agreed. `asked`: may still answer.
 * `no_answer`: the invitation has ended. `not_reached`: the mail server refused it.
 */
export const withheldContactStates = ['asked', 'declined', 'no_answer', 'not_reached'] as const;
export type WithheldContactState = (typeof withheldContactStates)[number];

/** Why an instruction is still in the outbox after the activation. */
export const undeliveredReasons = [
  'contacts_unconfirmed',
  'no_recipient',
  'written_after',
  'not_taken_yet',
  'unreachable',
  'taken_back',
] as const;
export type UndeliveredReason = (typeof undeliveredReasons)[number];

/**
 * Why a contact would not get a letter at once if the protocol were started now. `not_agreed`: is
 * asked then, and gets it after a yes. `declined`: is not asked again.
 */
export const withheldReasons = ['not_agreed', 'declined'] as const;
export type WithheldReason = (typeof withheldReasons)[number];

/** Why an instruction would reach nobody if the protocol were started now. */
export const undeliverableReasons = [
  'no_recipient',
  'contacts_unconfirmed',
  'contacts_declined',
] as const;
export type UndeliverableReason = (typeof undeliverableReasons)[number];
export type ActivationMode = (typeof activationModes)[number];
export type RequestReason = (typeof requestReasons)[number];
export type ApprovalBasis = (typeof approvalBases)[number];
export type SingleStepBasis = (typeof singleStepBases)[number];
export type RejectionReason = (typeof rejectionReasons)[number];
