import {
  type ActivationStatus,
  type EndReminder,
  expiringActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { releaseTimings } from '@zavet/contract/protocol/release-rules';

/** A try that could go on, and when it last did. */
export interface StaleCandidate {
  status: ActivationStatus;
  updated_at: Date;
  end_reminder: EndReminder | null;
  end_reminded_at: Date | null;
  /** An operator has to decide first. */
  is_doubted: boolean;
}

const { leftOpen, leftOpenReminders } = releaseTimings;

/** What is due of a try that nobody goes on with. It ends only after a last reminder, with its days. */
export function staleStep(open: StaleCandidate, now: Date): EndReminder | 'end' | null {
  if (!isLeavable(open)) return null;
  if (open.end_reminder === 'last') return endOf(open) <= now ? 'end' : null;
  const left = open.updated_at.getTime() + leftOpen - now.getTime();
  if (left <= leftOpenReminders.last) return 'last';
  return open.end_reminder === null && left <= leftOpenReminders.first ? 'first' : null;
}

/** When it ends if nobody goes on with it; null where it does not end by itself. */
export function staleExpiryOf(open: StaleCandidate): Date | null {
  return isLeavable(open) ? endOf(open) : null;
}

/** What has not moved since then may be due for something. */
export function staleSince(now: Date): Date {
  return new Date(now.getTime() - leftOpen + leftOpenReminders.first);
}

/** Approvals from before this moment end with what they allowed. */
export function unusedApprovalsBefore(now: Date): Date {
  return new Date(now.getTime() - leftOpen);
}

function isLeavable({ status, is_doubted }: StaleCandidate): boolean {
  if (is_doubted && status !== 'approved') return false;
  return expiringActivationStatuses.some((one) => one === status);
}

/** A last reminder that came late gives all of its days. */
function endOf({ updated_at, end_reminder, end_reminded_at }: StaleCandidate): Date {
  const planned = updated_at.getTime() + leftOpen;
  const reminded = end_reminder === 'last' && end_reminded_at ? end_reminded_at.getTime() : 0;
  return new Date(Math.max(planned, reminded + leftOpenReminders.last));
}
