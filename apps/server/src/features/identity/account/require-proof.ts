import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { findProofTime } from './session-repository.ts';
import { isProven } from './session-rules.ts';

/** Refuses what needs the password, unless it was proven in this session a short while ago. */
export async function requireProof(
  { database, clock }: { database: Database; clock: Clock },
  { session_id }: Pick<Owner, 'session_id'>,
): Promise<void> {
  const provenAt = await findProofTime(database, session_id);
  if (!isProven('fresh', provenAt, clock.now())) fail('proof_required');
}
