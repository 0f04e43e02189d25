import type { Context } from '../../../context.ts';
import { removeInterruption } from '../../../platform/downtime/interruption-repository.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { findWindow, markCalledOff } from './maintenance-repository.ts';
import { tellOfMaintenanceJob } from './tell-of-maintenance.ts';

/** Calls maintenance off before it begins. A second time changes nothing. */
export function cancelMaintenance(ctx: Context, operator: Owner, id: string): Promise<void> {
  const { database, clock, jobs } = ctx;
  return database.transaction(async () => {
    if (!(await markCalledOff(database, id, clock.now()))) {
      const window = await findWindow(database, id);
      if (!window) return fail('not_found');
      return window.called_off_at ? undefined : fail('maintenance_begun');
    }
    await removeInterruption(database, id);
    await appendAudit(ctx, {
      actor: operatorActor(operator),
      act: 'maintenance_called_off',
      subject_id: id,
    });
    await jobs.enqueue(tellOfMaintenanceJob, {});
  });
}
