import { retention } from '../legal/service-terms.ts';

const hour = 60 * 60 * 1000;

/** `verified`: operators look at documents before every start. `direct`: only where something stands in the way. */
export const activationModes = ['direct', 'verified'] as const;
export type ActivationMode = (typeof activationModes)[number];

/**
 * Why a trusted contact asks the operators. `review`: this service looks at documents before every
 * start. `pin`: the owner's PIN is not known. `stopped`: the owner stopped a start of this contact.
 */
export const requestReasons = ['review', 'pin', 'stopped'] as const;
export type RequestReason = (typeof requestReasons)[number];

/** What an approval rests on. After a death certificate a stop needs signing in. */
export const approvalBases = ['death_certificate', 'incapacity', 'other'] as const;
export type ApprovalBasis = (typeof approvalBases)[number];

/** Bases on which one operator approves in one step; a death certificate takes two. */
export const singleStepBases = approvalBases.filter((basis) => basis !== 'death_certificate');
export type SingleStepBasis = (typeof singleStepBases)[number];

/** Why an operator said no, as the contact is told. `owner_answered` is the owner's own answer. */
export const rejectionReasons = [
  'documents_missing',
  'documents_unreadable',
  'not_proven',
  'wrong_person',
  'owner_answered',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

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
