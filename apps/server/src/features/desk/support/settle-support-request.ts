import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { lockUser } from '../../identity/account/index.ts';
import { type AuditEntry, appendAudit } from '../../identity/audit/index.ts';
import {
  amendSupportRequest,
  findByReference,
  findSupportRequest,
  lockSupportRequest,
} from './support-repository.ts';

export type AnswerOutcome = 'answered' | 'answered_before' | 'unknown';

/** Notes that a request was answered elsewhere. A second time changes nothing. */
export async function settleSupportRequest(
  deps: { database: Database; clock: Clock },
  actor: AuditEntry['actor'],
  by: { id: string } | { reference: string },
): Promise<AnswerOutcome> {
  const { database, clock } = deps;
  const known =
    'id' in by
      ? (await findSupportRequest(database, by.id))?.request
      : await findByReference(database, by.reference);
  if (!known) return 'unknown';
  const { id, user_id } = known;
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const request = await lockSupportRequest(database, id);
    if (!request) return 'unknown';
    if (request.status === 'answered' && !request.answer_refused_at) return 'answered_before';
    await amendSupportRequest(database, id, {
      status: 'answered',
      answered_at: request.answered_at ?? clock.now(),
      answer_refused_at: null,
    });
    await appendAudit(deps, {
      ...{ actor, act: 'support_settled', owner_id: user_id, subject_id: id },
    });
    return 'answered';
  });
}
