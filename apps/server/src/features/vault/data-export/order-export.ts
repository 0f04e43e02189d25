import type { ExportView } from '@zavet/contract/data-export/data-export-endpoints';
import { dataExportTerms } from '@zavet/contract/data-export/data-export-values';
import { type Context, perContext } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { createRateLimiter } from '../../../platform/http/rate-limiter.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/new-id.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { deleteExport, findExport, insertExport } from './export-repository.ts';
import { exportExpiresAt, isStillMade } from './export-rules.ts';
import { exportViewOf } from './export-view.ts';
import { makeExportJob } from './make-export.ts';

const rateLimiter = perContext(({ database, clock }) => createRateLimiter(database, clock));

const daySeconds = 24 * 3600;

/** Orders an export, or answers with the one that is being made. A former one goes. */
export async function orderExport(
  ctx: Context,
  { user_id }: Owner,
  caller: Caller,
): Promise<ExportView> {
  const { database, clock } = ctx;
  const former = await findExport(database, { user_id });
  if (former && isStillMade(former, clock.now())) return exportViewOf(former);
  // Counted here and not with the call, which is made twice when the proof is asked for in between.
  const limit = { max: dataExportTerms.exportsPerDay, seconds: daySeconds };
  const taken = await rateLimiter(ctx).take(`export ${user_id}`, limit);
  if (!taken.allowed) {
    fail('too_many_exports', { facts: { limit: dataExportTerms.exportsPerDay } });
  }
  return database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const now = clock.now();
    const found = await findExport(database, { user_id });
    if (found && isStillMade(found, now)) return exportViewOf(found);
    if (found) await deleteExport(database, found);
    const id = newId();
    await insertExport(database, {
      id,
      user_id,
      created_at: now,
      expires_at: exportExpiresAt(now),
    });
    await recordSecurityEvent(database, user_id, 'data_export_ordered', caller, now);
    await ctx.jobs.enqueue(makeExportJob, { export_id: id });
    const ordered = await findExport(database, { id });
    if (!ordered) throw new Error('An export that was just ordered is not there.');
    return exportViewOf(ordered);
  });
}
