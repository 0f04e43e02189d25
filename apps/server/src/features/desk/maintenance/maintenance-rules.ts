import { type MaintenanceState, maintenanceTerms } from '@zavet/contract/desk/desk-values';
import type { FieldErrorCode } from '@zavet/contract/errors';
import { serviceTerms } from '@zavet/contract/service-terms';

const hourMs = 60 * 60 * 1000;
const noticeMs = serviceTerms.maintenanceNoticeHours * hourMs;

export interface MaintenancePeriod {
  starts_at: Date;
  ends_at: Date;
}

interface Problem {
  field: 'starts_at' | 'ends_at';
  code: FieldErrorCode;
}

/** Undefined if maintenance can be planned for this period. */
export function validatePeriod(
  { starts_at, ends_at }: MaintenancePeriod,
  now: Date,
): Problem | undefined {
  const leadMs = starts_at.getTime() - now.getTime();
  const durationMs = ends_at.getTime() - starts_at.getTime();
  if (leadMs < noticeMs + maintenanceTerms.mailingHours * hourMs) {
    return { field: 'starts_at', code: 'maintenance_too_soon' };
  }
  if (leadMs > maintenanceTerms.furthestDays * 24 * hourMs) {
    return { field: 'starts_at', code: 'maintenance_too_far' };
  }
  if (durationMs <= 0) return { field: 'ends_at', code: 'outage_ends_before' };
  return durationMs > maintenanceTerms.longestHours * hourMs
    ? { field: 'ends_at', code: 'maintenance_too_long' }
    : undefined;
}

export function maintenanceState(
  { starts_at, ends_at, cancelled_at }: MaintenancePeriod & { cancelled_at: Date | null },
  now: Date,
): MaintenanceState {
  if (cancelled_at) return 'cancelled';
  if (now < starts_at) return 'planned';
  return now < ends_at ? 'under_way' : 'over';
}
