import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { mayGoOnAloneAt } from '@zavet/contract/protocol/release-rules';
import { paidSince } from '../activation/activation-rules.ts';
import { needsAgreement } from '../agreement/agreement-rules.ts';
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

function viewOf(row: LegacyRow, userId: string): LegacyView {
  const { activation, progress, needs_second, others, ...rest } = row;
  return {
    ...rest,
    protocol_activated_at: momentOf(row.protocol_activated_at),
    pin_locked_until: momentOf(row.pin_locked_until),
    needs_agreement: needsAgreement({ needs_second, waiting_hours: row.waiting_hours }, others),
    still_here_asked_at: momentOf(row.still_here_asked_at),
    activation: activation && {
      id: activation.id,
      status: activation.status,
      end_reason: activation.end_reason,
      is_mine: activation.initiator_user_id === userId,
      contact_name: activation.contact_name,
      started_at: new Date(activation.created_at).toISOString(),
      activated_at: momentOf(activation.activated_at),
      release_at: activation.status === 'waiting' ? momentOf(activation.release_at) : null,
      agreement: agreementOf(activation, userId),
      progress,
    },
  };
}

function agreementOf(
  activation: NonNullable<LegacyRow['activation']>,
  userId: string,
): NonNullable<LegacyView['activation']>['agreement'] {
  const { agreement_asked_at, is_agreed, is_doubted, status, initiator_user_id } = activation;
  if (!agreement_asked_at) return null;
  const asked = new Date(agreement_asked_at);
  return {
    asked_at: asked.toISOString(),
    alone_from: mayGoOnAloneAt(asked).toISOString(),
    is_agreed,
    is_doubted,
    is_mine_to_answer: status === 'agreement_pending' && initiator_user_id !== userId,
  };
}

export function momentOf(moment: Date | string | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}
