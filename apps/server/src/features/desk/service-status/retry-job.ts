import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';

/** Orders a job again that failed permanently. */
export function retryJob(ctx: Context, owner: Owner, id: string): Promise<void> {
  return ctx.database.transaction(async () => {
    if (!(await ctx.jobs.retryFailed(id))) fail('not_found');
    await appendAudit(ctx, { actor: operatorActor(owner), act: 'job_retried', subject_id: id });
  });
}
