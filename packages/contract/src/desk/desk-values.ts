const minute = 60 * 1000;

/** How the desk of an operator opens and closes, in milliseconds. */
export const deskTimings = {
  /** However much it is used, a desk closes after this. */
  lifetime: 8 * 60 * minute,
  /** After too many wrong codes. */
  codeLock: 15 * minute,
} as const;

export const operatorCodeDigits = 6;

export const operatorCodeTries = 5;

/** What holds for planned maintenance; how far ahead people are told stands in `serviceTerms`. */
export const maintenanceTerms = {
  /** So much longer ahead it has to be planned: the mails need that time to reach everybody. */
  mailingHours: 6,
  longestHours: 24,
  /** Further ahead is a mistyped date. */
  furthestDays: 90,
} as const;

export const maintenanceStates = ['planned', 'under_way', 'over', 'called_off'] as const;

/** How an address led to an account: it is the present one, one that waits, or a former one. */
export const accountMatches = ['present', 'pending', 'former'] as const;

export const accountStates = [
  'unconfirmed',
  'active',
  'suspended',
  'protocol_waiting',
  'protocol_active',
] as const;
export type AccountState = (typeof accountStates)[number];

/** What an operator may correct on proof. Owners set it once and never again. */
export const correctableFields = ['first_name', 'last_name', 'date_of_birth'] as const;
export type CorrectableField = (typeof correctableFields)[number];

/** What an operator saw before correcting a name or a date of birth. */
export const correctionProofs = [
  'passport',
  'birth_certificate',
  'marriage_certificate',
  'name_change_certificate',
  'other_document',
] as const;
export type CorrectionProof = (typeof correctionProofs)[number];

export const proofReferenceMaxLength = 100;

/** On what an operator ends the renewals of an owner who has died. */
export const renewalEndReasons = [
  'death_certificate',
  'relatives_told',
  'protocol_activated',
] as const;
export type RenewalEndReason = (typeof renewalEndReasons)[number];

/** Reasons of a suspension, as the terms of use name them; the owner is mailed the reason. */
export const suspensionReasons = [
  'prohibited_content',
  'stranger_in_account',
  'harm',
  'law',
] as const;
export type SuspensionReason = (typeof suspensionReasons)[number];

/** Grounds of a refund that the payer asked for. */
export const requestedRefundGrounds = ['changed_mind', 'service_fault', 'paid_by_mistake'] as const;
export type RequestedRefundGround = (typeof requestedRefundGrounds)[number];

/** The bounds of a plan that was agreed with the support. */
export const customPlanLimits = { minMb: 31, maxMb: 1_048_576, maxYears: 5 } as const;
export type MaintenanceState = (typeof maintenanceStates)[number];
