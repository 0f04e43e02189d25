import { moscowDay } from '@zavet/contract/days';
import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import {
  type ActivationMode,
  startedActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { mayContinueAloneAt } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { pricesFor } from '../../identity/legal/index.ts';
import { pendingPaymentsSince } from '../activation/activation-rules.ts';
import { findHold, holdsBack, isDoubtable, type OpenDoubt } from '../activation/doubt-rules.ts';
import { staleExpiryOf } from '../activation/stale-activation-rules.ts';
import { needsAgreement } from '../activation/start-rules.ts';
import { isPostponed } from '../activation/waiting-rules.ts';
import {
  answerDueAt,
  promisedAnswerAt,
  reasonToAsk,
  retryAllowedFrom,
} from '../requests/request-rules.ts';
import { type LegacyRow, listLegacyRows } from './legacy-repository.ts';

type LegacyActivation = NonNullable<LegacyRow['activation']>;
type ActivationView = NonNullable<LegacyView['activation']>;

export async function listLegacies(ctx: Context, userId: string): Promise<LegacyView[]> {
  const { database, clock } = ctx;
  const now = clock.now();
  const rows = await listLegacyRows(database, userId, now, pendingPaymentsSince(now));
  if (rows.length === 0) return [];
  const { protocolActivation } = await pricesFor(ctx, userId, moscowDay(now));
  return rows.map((row) => {
    const request = requestOf(row, ctx.config.activationMode, now);
    return {
      ...viewOf(row, userId, now),
      activation_price: protocolActivation,
      request,
      answer_by: request ? answerDueAt(now) : promisedAnswer(row, now),
    };
  });
}

function viewOf(
  row: LegacyRow,
  userId: string,
  now: Date,
): Omit<LegacyView, 'request' | 'answer_by' | 'activation_price'> {
  const { activation, progress, needs_second, others, is_approved, rejected_at, ...rest } = row;
  return {
    ...rest,
    protocol_activated_at: toDate(row.protocol_activated_at),
    pin_locked_until: toDate(row.pin_locked_until),
    needs_agreement: needsAgreement({ needs_second, waiting_hours: row.waiting_hours }, others),
    reconfirmation_asked_at: toDate(row.reconfirmation_asked_at),
    agreed_at: toDate(row.agreed_at),
    activation: activation && {
      id: activation.id,
      status: activation.status,
      end_reason: activation.end_reason,
      is_mine: activation.initiator_user_id === userId,
      contact_name: activation.contact_name,
      started_at: new Date(activation.created_at),
      activated_at: toDate(activation.activated_at),
      release_at: activation.status === 'waiting' ? toDate(activation.release_at) : null,
      is_postponed: isPostponedNow(activation),
      ends_at: expiryOf(activation),
      agreement: agreementOf(activation, userId, now),
      doubt: doubtOf(activation, row.trusted_contact_id),
      may_doubt: mayDoubt(activation, row),
      paid_amount: activation.paid_kopecks === null ? null : activation.paid_kopecks / 100,
      rejection: activation.rejection,
      progress,
    },
  };
}

function isPostponedNow(activation: LegacyActivation): boolean {
  const { status, waiting_since, waiting_hours, release_at, doubt_dismissed_at } = activation;
  if (status !== 'waiting' || !waiting_since || !release_at) return false;
  return isPostponed({
    waiting_since: new Date(waiting_since),
    waiting_hours,
    release_at: new Date(release_at),
    doubt_dismissed_at: toDate(doubt_dismissed_at),
  });
}

/** The request that the caller may file; null while one is pending or not possible. */
function requestOf(row: LegacyRow, mode: ActivationMode, now: Date): LegacyView['request'] {
  const { status, activation } = row;
  const isStarted = startedActivationStatuses.some((one) => one === activation?.status);
  if (status !== 'confirmed' || isStarted || activation?.status === 'requested') return null;
  const reason = reasonToAsk(mode, row);
  if (!reason) return null;
  return {
    reason,
    is_needed: mode === 'verified' || reason === 'vetoed',
    not_before: retryAllowedFrom(toDate(row.rejected_at), now),
  };
}

function promisedAnswer({ activation }: LegacyRow, now: Date): Date | null {
  if (!activation) return null;
  const { status, created_at, is_asked, asked_answered_at } = activation;
  const asked = is_asked ? { answered_at: toDate(asked_answered_at) } : null;
  return promisedAnswerAt({ status, filed_at: new Date(created_at), asked }, now);
}

function expiryOf({
  status,
  updated_at,
  end_reminder,
  end_reminded_at,
  ...doubted
}: LegacyActivation): Date | null {
  return staleExpiryOf({
    status,
    updated_at: new Date(updated_at),
    end_reminder,
    end_reminded_at: toDate(end_reminded_at),
    is_doubted: holdingDoubts(doubted).length > 0,
  });
}

function agreementOf(
  activation: LegacyActivation,
  userId: string,
  now: Date,
): ActivationView['agreement'] {
  const { agreement_asked_at, is_agreed, status, initiator_user_id } = activation;
  if (!agreement_asked_at) return null;
  const asked = new Date(agreement_asked_at);
  return {
    asked_at: asked,
    alone_from: mayContinueAloneAt(asked),
    may_continue_alone: mayContinueAloneAt(asked) <= now && holdingDoubts(activation).length === 0,
    is_agreed,
    is_mine_to_answer: status === 'agreement_pending' && initiator_user_id !== userId,
  };
}

function holdingDoubts({
  doubts,
  starter_id,
}: Pick<LegacyActivation, 'doubts' | 'starter_id'>): OpenDoubt[] {
  return openDoubtsOf({ doubts }).filter((one) => holdsBack(one, starter_id));
}

function openDoubtsOf({ doubts }: Pick<LegacyActivation, 'doubts'>): OpenDoubt[] {
  return (doubts ?? []).map((one) => ({ ...one, doubted_at: new Date(one.doubted_at) }));
}

function doubtOf(activation: LegacyActivation, contactId: string): ActivationView['doubt'] {
  const { status, starter_id: trusted_contact_id, created_at } = activation;
  const start = { status, trusted_contact_id, created_at: new Date(created_at) };
  const hold = findHold(start, openDoubtsOf(activation));
  if (!hold) return null;
  const is_mine = hold.doubts.some(({ contact_id }) => contact_id === contactId);
  return { decided_by: hold.decided_by, is_mine };
}

function mayDoubt(activation: LegacyActivation, row: LegacyRow): boolean {
  const { trusted_contact_id } = row;
  const isOther = row.status === 'confirmed' && activation.starter_id !== trusted_contact_id;
  const hasDoubt = holdingDoubts(activation).some((one) => one.contact_id === trusted_contact_id);
  return isOther && isDoubtable(activation.status) && !activation.is_doubt_decided && !hasDoubt;
}

export function toDate(moment: Date | string | null): Date | null {
  return moment === null ? null : new Date(moment);
}
