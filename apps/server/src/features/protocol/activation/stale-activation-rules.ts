import {
  type ActivationStatus,
  type EndReminder,
  expiringActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { releaseTimings } from '@zavet/contract/protocol/release-rules';

export interface StaleCandidate {
  status: ActivationStatus;
  updated_at: Date;
  end_reminder: EndReminder | null;
  end_reminded_at: Date | null;
  /** A doubt holds the activation back until an operator decides. */
  is_doubted: boolean;
}

const { stale: lifetime, staleReminders: reminders } = releaseTimings;

/**
 * The reminder or end that is due. Nothing expires before the period announced by the last reminder
 * is over.
 */
export function staleStep(open: StaleCandidate, now: Date): EndReminder | 'end' | null {
  if (!mayExpire(open)) return null;
  if (open.end_reminder === 'last') return expiryOf(open) <= now ? 'end' : null;
  const remainingMs = open.updated_at.getTime() + lifetime - now.getTime();
  if (remainingMs <= reminders.last) return 'last';
  return open.end_reminder === null && remainingMs <= reminders.first ? 'first' : null;
}

/** The expiry of an unpaid activation; null if it does not expire. */
export function staleExpiryOf(open: StaleCandidate): Date | null {
  return mayExpire(open) ? expiryOf(open) : null;
}

/** A reminder or the end may be due for activations whose last step is older than this. */
export function staleSince(now: Date): Date {
  return new Date(now.getTime() - lifetime + reminders.first);
}

/** Approvals given before this moment end together with the expired start. */
export function unusedApprovalsBefore(now: Date): Date {
  return new Date(now.getTime() - lifetime);
}

function mayExpire({ status, is_doubted }: StaleCandidate): boolean {
  if (is_doubted && status !== 'approved') return false;
  return expiringActivationStatuses.some((one) => one === status);
}

/** A late last reminder postpones expiry, so that the announced number of days remains. */
function expiryOf({ updated_at, end_reminder, end_reminded_at }: StaleCandidate): Date {
  const planned = updated_at.getTime() + lifetime;
  const reminded = end_reminder === 'last' && end_reminded_at ? end_reminded_at.getTime() : 0;
  return new Date(Math.max(planned, reminded + reminders.last));
}
