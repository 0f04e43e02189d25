import {
  mayGoOnAloneAt,
  type ReleaseRules,
  releaseTimings,
} from '@zavet/contract/protocol/release-rules';

/** What is known of the agreement to a contact's start. */
export interface Agreement {
  asked_at: Date | null;
  seconded_at: Date | null;
  /** The one who agreed is still a confirmed contact, and none whom the owner stopped. */
  is_second_there: boolean;
  is_alone: boolean;
}

export const noAgreement: Agreement = {
  asked_at: null,
  seconded_at: null,
  is_second_there: false,
  is_alone: false,
};

/** Whether a second contact has to agree: the owner wants it, and there is one who could. */
export function needsAgreement({ needs_second }: ReleaseRules, others: number): boolean {
  return needs_second && others > 0;
}

/**
 * Whether a contact may pay now. `alone`: nobody answered in time, and letters wait longer. `ask`:
 * somebody has to be asked, or to answer, first.
 */
export function wayToPay(
  rules: ReleaseRules,
  others: number,
  agreement: Agreement,
  now: Date,
): 'pay' | 'alone' | 'ask' {
  if (!needsAgreement(rules, others)) return 'pay';
  const { asked_at, seconded_at, is_second_there, is_alone } = agreement;
  if (seconded_at !== null && is_second_there && holds(seconded_at, now)) return 'pay';
  if (is_alone) return 'alone';
  return asked_at !== null && mayGoOnAloneAt(asked_at) <= now ? 'alone' : 'ask';
}

function holds(secondedAt: Date, now: Date): boolean {
  return now.getTime() - secondedAt.getTime() < releaseTimings.agreementHolds;
}
