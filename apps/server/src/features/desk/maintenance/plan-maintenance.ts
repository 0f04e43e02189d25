import type { Context } from '../../../context.ts';
import {
  recordInterruption,
  removeInterruption,
} from '../../../platform/downtime/interruption-repository.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { cancelWindow, findWindow, insertWindow } from './maintenance-repository.ts';
import { type MaintenancePeriod, validatePeriod } from './maintenance-rules.ts';
import { notifyOfMaintenanceJob } from './notify-of-maintenance.ts';

/** Saves the window and the interruption of the service, and starts sending the notices. */
export function planMaintenance(
  ctx: Context,
  operator: Owner,
  period: MaintenancePeriod,
): Promise<{ id: string }> {
  const { database, clock, jobs } = ctx;
  const now = clock.now();
  const problem = validatePeriod(period, now);
  if (problem) fail('invalid_input', { fields: { [problem.field]: problem.code } });
  const id = newId();
  return database.transaction(async () => {
    if (!(await insertWindow(database, { ...period, id, planned_at: now }))) {
      fail('maintenance_overlaps');
    }
    const { starts_at: started_at, ends_at: ended_at } = period;
    await recordInterruption(database, { id, kind: 'maintenance', started_at, ended_at });
    await appendAudit(ctx, {
      actor: operatorActor(operator),
      act: 'maintenance_planned',
      subject_id: id,
      facts: {
        starts_at: period.starts_at.toISOString(),
        ends_at: period.ends_at.toISOString(),
      },
    });
    await jobs.enqueue(notifyOfMaintenanceJob, {});
    return { id };
  });
}

/** Fails once the maintenance has started. Repeated calls change nothing. */
export function cancelMaintenance(ctx: Context, operator: Owner, id: string): Promise<void> {
  const { database, clock, jobs } = ctx;
  return database.transaction(async () => {
    if (!(await cancelWindow(database, id, clock.now()))) {
      const window = await findWindow(database, id);
      if (!window) return fail('not_found');
      return window.cancelled_at ? undefined : fail('maintenance_started');
    }
    await removeInterruption(database, id);
    await appendAudit(ctx, {
      actor: operatorActor(operator),
      act: 'maintenance_cancelled',
      subject_id: id,
    });
    await jobs.enqueue(notifyOfMaintenanceJob, {});
  });
}
