import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { paidSince } from '../activation/activation-rules.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { type LegacyRow, listLegacyRows } from './legacy-repository.ts';

export async function listLegacies(
  { database, clock }: ProtocolDeps,
  userId: string,
): Promise<LegacyView[]> {
  const now = clock.now();
  const rows = await listLegacyRows(database, userId, now, paidSince(now));
  return rows.map((row) => viewOf(row, userId));
}

function viewOf({ activation, progress, ...row }: LegacyRow, userId: string): LegacyView {
  return {
    ...row,
    protocol_activated_at: momentOf(row.protocol_activated_at),
    pin_locked_until: momentOf(row.pin_locked_until),
    still_here_asked_at: momentOf(row.still_here_asked_at),
    activation: activation && {
      id: activation.id,
      status: activation.status,
      end_reason: activation.end_reason,
      is_mine: activation.initiator_user_id === userId,
      started_at: new Date(activation.created_at).toISOString(),
      activated_at: momentOf(activation.activated_at),
      progress,
    },
  };
}

export function momentOf(moment: Date | string | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}
