import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import type { OperationDeps } from './operation-deps.ts';

/** Orders a job again that failed permanently. */
export function retryJob(deps: OperationDeps, owner: Owner, id: string): Promise<void> {
  return deps.database.transaction(async () => {
    if (!(await deps.jobs.retryFailed(id))) fail('not_found');
    await appendAudit(deps, { actor: operatorActor(owner), act: 'job_retried', subject_id: id });
  });
}
