import {
  type ActivationStatus,
  type EndReminder,
  expiringActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { releaseTimings } from '@zavet/contract/protocol/release-rules';

/** An unpaid activation and its last step. */
export interface StaleCandidate {
  status: ActivationStatus;
  updated_at: Date;
  end_reminder: EndReminder | null;
  end_reminded_at: Date | null;
  /** Held back until an operator decides. */
  is_doubted: boolean;
}

const { stale: lifetime, staleReminders: reminders } = releaseTimings;

/** The step that is due. Nothing expires without the last reminder and the days it promises. */
export function staleStep(open: StaleCandidate, now: Date): EndReminder | 'end' | null {
  if (!mayExpire(open)) return null;
  if (open.end_reminder === 'last') return endOf(open) <= now ? 'end' : null;
  const left = open.updated_at.getTime() + lifetime - now.getTime();
  if (left <= reminders.last) return 'last';
  return open.end_reminder === null && left <= reminders.first ? 'first' : null;
}

/** Null where the activation does not expire. */
export function staleExpiryOf(open: StaleCandidate): Date | null {
  return mayExpire(open) ? endOf(open) : null;
}

/** Activations with an older last step may be due. */
export function staleSince(now: Date): Date {
  return new Date(now.getTime() - lifetime + reminders.first);
}

/** Approvals before this moment end together with the start they allowed. */
export function unusedApprovalsBefore(now: Date): Date {
  return new Date(now.getTime() - lifetime);
}

function mayExpire({ status, is_doubted }: StaleCandidate): boolean {
  if (is_doubted && status !== 'approved') return false;
  return expiringActivationStatuses.some((one) => one === status);
}

/** A late last reminder still leaves the days it promises. */
function endOf({ updated_at, end_reminder, end_reminded_at }: StaleCandidate): Date {
  const planned = updated_at.getTime() + lifetime;
  const reminded = end_reminder === 'last' && end_reminded_at ? end_reminded_at.getTime() : 0;
  return new Date(Math.max(planned, reminded + reminders.last));
}
