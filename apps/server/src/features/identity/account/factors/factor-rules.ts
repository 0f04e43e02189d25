import { factorTimings } from '@zavet/contract/timings';

interface WaitingPeriod {
  started_at: Date;
  ends_at: Date;
  reminders: number;
}

type DueStep =
  | { kind: 'remind'; reminders: number; ends_at: Date }
  | { kind: 'end' }
  | { kind: 'none' };

const { lostDevice, lostDeviceReminders, lostDeviceRest } = factorTimings;

const day = 24 * 3_600 * 1_000;

export function endOfWait(startedAt: Date): Date {
  return new Date(startedAt.getTime() + lostDevice);
}

/**
 * Returns the step that is due. Missed reminders are sent as one. The period ends at least a day
 * after the last reminder, so the owner can stop it even after downtime.
 */
export function decideDueStep(
  { started_at, ends_at, reminders }: WaitingPeriod,
  now: Date,
): DueStep {
  const age = now.getTime() - started_at.getTime();
  const passed = lostDeviceReminders.filter((after) => age >= after).length;
  if (passed > reminders) {
    const isLast = passed === lostDeviceReminders.length;
    const earliest = isLast ? now.getTime() + day : 0;
    return {
      kind: 'remind',
      reminders: passed,
      ends_at: new Date(Math.max(ends_at.getTime(), earliest)),
    };
  }
  const isOver = now >= ends_at && reminders >= lostDeviceReminders.length;
  return { kind: isOver ? 'end' : 'none' };
}

/**
 * Returns whether an address can stop the period. False for a second address confirmed less than
 * seven days before the period: an intruder could use it to stop every period of the owner. Null
 * stands for the account's own address.
 */
export function canCancelWait(
  confirmedAt: Date | null,
  { started_at }: Pick<WaitingPeriod, 'started_at'>,
): boolean {
  return confirmedAt === null || started_at.getTime() - confirmedAt.getTime() >= lostDevice;
}

/** Earliest start of a period after one was stopped by a mailed link; null if it may start now. */
export function cooldownEnd(stoppedAt: Date | undefined, now: Date): Date | null {
  if (!stoppedAt) return null;
  const end = new Date(stoppedAt.getTime() + lostDeviceRest);
  return end > now ? end : null;
}

/**
 * A repeated or lower counter indicates a copied key. Authenticators without a counter always
 * report zero.
 */
export function isCounterRegressed(stored: number, reported: number): boolean {
  return (stored > 0 || reported > 0) && reported <= stored;
}
