import { limits } from '@zavet/contract/limits';
import {
  mayContinueAloneAt,
  type ReleaseRules,
  releaseTimings,
} from '@zavet/contract/protocol/release-rules';
import { protocolTimings } from '@zavet/contract/timings';

interface Tries {
  failures: number;
  locked_until: Date | null;
}

/**
 * True while PIN attempts are locked. A lock beyond the maximum duration was dated by a fast clock
 * and does not count.
 */
export function isLocked({ locked_until }: Tries, now: Date): boolean {
  if (locked_until === null) return false;
  const remainingMs = locked_until.getTime() - now.getTime();
  return remainingMs > 0 && remainingMs <= protocolTimings.pinLock;
}

export const noWrongTries: Tries = { failures: 0, locked_until: null };

/** The stored attempts after a wrong PIN. After an expired lock, the count starts again. */
export function afterWrongPin(tries: Tries, now: Date): Tries {
  const failures = (tries.locked_until === null ? tries.failures : 0) + 1;
  return failures < limits.pinTries
    ? { failures, locked_until: null }
    : { failures, locked_until: new Date(now.getTime() + protocolTimings.pinLock) };
}

export interface Agreement {
  asked_at: Date | null;
  seconded_at: Date | null;
  /** The agreement still counts: its contact is confirmed and not vetoed, or an operator gave it. */
  is_second_valid: boolean;
  is_alone: boolean;
  /** Another contact doubts the start, and the doubt is undecided. */
  is_doubted: boolean;
}

export const noAgreement: Agreement = {
  asked_at: null,
  seconded_at: null,
  is_second_valid: false,
  is_alone: false,
  is_doubted: false,
};

/**
 * True if the owner requires two contacts and there is another confirmed contact. Blocked contacts
 * count although they cannot agree, so that a veto does not make the next start easier.
 */
export function needsAgreement({ needs_second }: ReleaseRules, others: number): boolean {
  return needs_second && others > 0;
}

/**
 * `ask`: another contact must agree first. `alone`: no contact answered in time, so the waiting
 * period is longer.
 */
export function agreementStep(
  rules: ReleaseRules,
  others: number,
  agreement: Agreement,
  now: Date,
): 'pay' | 'alone' | 'ask' {
  if (!needsAgreement(rules, others)) return 'pay';
  const { asked_at, seconded_at, is_second_valid, is_alone, is_doubted } = agreement;
  if (is_doubted) return 'ask';
  if (seconded_at !== null && is_second_valid && isCurrent(seconded_at, now)) return 'pay';
  if (is_alone) return 'alone';
  return asked_at !== null && mayContinueAloneAt(asked_at) <= now ? 'alone' : 'ask';
}

function isCurrent(secondedAt: Date, now: Date): boolean {
  return now.getTime() - secondedAt.getTime() < releaseTimings.agreementValidity;
}
