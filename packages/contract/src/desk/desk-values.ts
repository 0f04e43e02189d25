const minute = 60 * 1000;

/** In milliseconds. */
export const deskTimings = {
  /** The desk closes after this time even while in use. */
  lifetime: 8 * 60 * minute,
  /** Lock after too many wrong codes. */
  codeLock: 15 * minute,
} as const;

/** Lists of requests: undecided ones, subsets of these, and decided ones. */
export const reviewLists = [
  'open',
  'overdue',
  'without_documents',
  'awaiting_document',
  'mine',
  'decided',
] as const;
export type ReviewList = (typeof reviewLists)[number];

export const operatorCodeDigits = 6;
export const operatorCodeTries = 5;

/** Limits of planned maintenance; `serviceTerms` contains the notice period. */
export const maintenanceTerms = {
  /** Time needed to send all mails, added to the notice period. */
  mailingHours: 6,
  longestHours: 24,
  /** A date further ahead counts as a typing error. */
  furthestDays: 90,
} as const;

export const maintenanceStates = ['planned', 'under_way', 'over', 'cancelled'] as const;
export type MaintenanceState = (typeof maintenanceStates)[number];

/** Relation of a searched address to the found account. */
export const accountMatches = ['present', 'pending', 'former'] as const;

export const accountStates = [
  'unconfirmed',
  'active',
  'suspended',
  'protocol_waiting',
  'protocol_active',
] as const;
export type AccountState = (typeof accountStates)[number];

/** Fields that owners can set only once; operators correct them if proof is provided. */
export const correctableFields = ['first_name', 'last_name', 'date_of_birth'] as const;
export type CorrectableField = (typeof correctableFields)[number];

/** Document that proves a correction. */
export const correctionProofs = [
  'passport',
  'birth_certificate',
  'marriage_certificate',
  'name_change_certificate',
  'other_document',
] as const;
export type CorrectionProof = (typeof correctionProofs)[number];

export const proofReferenceMaxLength = 100;

/** Reasons to end the renewals of a deceased owner. */
export const renewalEndReasons = [
  'death_certificate',
  'reported_by_relatives',
  'protocol_activated',
] as const;
export type RenewalEndReason = (typeof renewalEndReasons)[number];

/** Reasons as named in the terms of use; mailed to the owner. */
export const suspensionReasons = [
  'prohibited_content',
  'stranger_in_account',
  'harm',
  'law',
] as const;
export type SuspensionReason = (typeof suspensionReasons)[number];

export const requestedRefundGrounds = ['changed_mind', 'service_fault', 'paid_by_mistake'] as const;
export type RequestedRefundGround = (typeof requestedRefundGrounds)[number];

export const customPlanLimits = { minMb: 31, maxMb: 1_048_576, maxYears: 5 } as const;
