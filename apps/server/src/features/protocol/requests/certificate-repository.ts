import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { activationRequests } from '../protocol-tables.ts';
import type { Proposal } from './certificate-rules.ts';
import type { Request } from './find-request.ts';

/** Writes or clears the first step of a request that is locked, undecided and as it was read. */
export async function saveProposal(
  database: Database,
  request: Pick<Request, 'id' | 'certificate_proposed_at'>,
  proposal: Proposal | null,
): Promise<void> {
  const { id, status, certificate_proposed_at } = activationRequests;
  const former = request.certificate_proposed_at?.toISOString() ?? null;
  const saved = await database
    .db()
    .update(activationRequests)
    .set({
      certificate_proposed_by: proposal?.by ?? null,
      certificate_proposed_at: proposal?.at ?? null,
    })
    .where(
      and(
        eq(id, request.id),
        eq(status, 'requested'),
        sql`${certificate_proposed_at} is not distinct from ${former}::timestamptz`,
      ),
    )
    .returning({ id });
  if (saved.length === 0) throw new Error('A locked request was changed by another transaction.');
}
