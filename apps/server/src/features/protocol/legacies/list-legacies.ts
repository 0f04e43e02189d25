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
      answer_by: toDate(request ? answerDueAt(now) : answerTo(row, now)),
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
    still_here_asked_at: toDate(row.still_here_asked_at),
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
      ends_at: toDate(endOf(activation)),
      agreement: agreementOf(activation, userId, now),
      doubt: doubtOf(activation, row.trusted_contact_id),
      may_doubt: mayDoubt(activation, row),
      paid_amount: activation.paid_kopecks === null ? null : activation.paid_kopecks / 100,
      rejection: activation.rejection,
      progress,
    },
  };
}

function isPostponedNow(activation: NonNullable<LegacyRow['activation']>): boolean {
  const { status, waiting_since, waiting_hours, release_at, doubt_dismissed_at } = activation;
  if (status !== 'waiting' || !waiting_since || !release_at) return false;
  return isPostponed({
    waiting_since: new Date(waiting_since),
    waiting_hours,
    release_at: new Date(release_at),
    doubt_dismissed_at: doubt_dismissed_at === null ? null : new Date(doubt_dismissed_at),
  });
}

/** Whether the caller could ask the operators, and why. One who has asked waits for the answer. */
function requestOf(row: LegacyRow, mode: ActivationMode, now: Date): LegacyView['request'] {
  const { status, activation } = row;
  const isStarted = startedActivationStatuses.some((one) => one === activation?.status);
  if (status !== 'confirmed' || isStarted || activation?.status === 'requested') return null;
  const reason = reasonToAsk(mode, row);
  if (!reason) return null;
  const rejectedAt = row.rejected_at === null ? null : new Date(row.rejected_at);
  return {
    reason,
    is_needed: mode === 'verified' || reason === 'stopped',
    not_before: toDate(retryAllowedFrom(rejectedAt, now)),
  };
}

function answerTo({ activation }: LegacyRow, now: Date): Date | null {
  if (!activation) return null;
  const { status, created_at } = activation;
  return promisedAnswerAt({ status, filed_at: new Date(created_at) }, now);
}

function endOf({
  status,
  updated_at,
  end_reminder,
  end_reminded_at,
  ...doubted
}: NonNullable<LegacyRow['activation']>): Date | null {
  return staleExpiryOf({
    status,
    updated_at: new Date(updated_at),
    end_reminder,
    end_reminded_at: end_reminded_at === null ? null : new Date(end_reminded_at),
    is_doubted: holdingOf(doubted).length > 0,
  });
}

function agreementOf(
  activation: NonNullable<LegacyRow['activation']>,
  userId: string,
  now: Date,
): NonNullable<LegacyView['activation']>['agreement'] {
  const { agreement_asked_at, is_agreed, status, initiator_user_id } = activation;
  if (!agreement_asked_at) return null;
  const asked = new Date(agreement_asked_at);
  return {
    asked_at: asked,
    alone_from: mayContinueAloneAt(asked),
    may_go_on_alone: mayContinueAloneAt(asked) <= now && holdingOf(activation).length === 0,
    is_agreed,
    is_mine_to_answer: status === 'agreement_pending' && initiator_user_id !== userId,
  };
}

/** The open doubts that hold back a start. */
function holdingOf({
  doubts,
  starter_id,
}: Pick<NonNullable<LegacyRow['activation']>, 'doubts' | 'starter_id'>): OpenDoubt[] {
  return openDoubtsOf({ doubts }).filter((one) => holdsBack(one, starter_id));
}

function openDoubtsOf({
  doubts,
}: Pick<NonNullable<LegacyRow['activation']>, 'doubts'>): OpenDoubt[] {
  return (doubts ?? []).map((one) => ({ ...one, doubted_at: new Date(one.doubted_at) }));
}

function doubtOf(
  activation: NonNullable<LegacyRow['activation']>,
  contactId: string,
): NonNullable<LegacyView['activation']>['doubt'] {
  const { status, starter_id: trusted_contact_id, created_at } = activation;
  const start = { status, trusted_contact_id, created_at: new Date(created_at) };
  const hold = findHold(start, openDoubtsOf(activation));
  if (!hold) return null;
  const is_mine = hold.doubts.some(({ contact_id }) => contact_id === contactId);
  return { decided_by: hold.decided_by, is_mine };
}

function mayDoubt(activation: NonNullable<LegacyRow['activation']>, row: LegacyRow): boolean {
  const { trusted_contact_id } = row;
  const isOther = row.status === 'confirmed' && activation.starter_id !== trusted_contact_id;
  const hasDoubt = holdingOf(activation).some((one) => one.contact_id === trusted_contact_id);
  return isOther && isDoubtable(activation.status) && !activation.is_doubt_decided && !hasDoubt;
}

export function toDate(moment: Date | string | null): Date | null {
  return moment === null ? null : new Date(moment);
}
