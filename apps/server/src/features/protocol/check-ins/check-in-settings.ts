import type {
  CheckInSettingsView,
  CheckInStepView,
} from '@zavet/contract/protocol/check-in-endpoints';
import type { CheckInFrequency, CheckInState } from '@zavet/contract/protocol/check-in-values';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/http/route.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import {
  areCheckInsPaused,
  findCheckInSettings,
  findLastActivity,
  listConfirmedContactIds,
  saveFrequency,
} from './check-in-repository.ts';
import { endRound } from './check-in-rounds.ts';
import { isLastStep, nextStep } from './check-in-rules.ts';
import {
  findLastRound,
  findOpenRound,
  listStartedContactNotices,
  type Round,
} from './round-repository.ts';

export async function readCheckInSettings(
  { database, clock }: Context,
  userId: string,
): Promise<CheckInSettingsView> {
  const now = clock.now();
  const settings = await findCheckInSettings(database, userId);
  const last = await findLastRound(database, userId);
  const frequency = settings?.frequency ?? 'disabled';
  const is_paused = await areCheckInsPaused(database, userId);
  const seenAt = settings ? await findLastActivity(database, settings, now) : now;
  // Activity counts immediately, although only the next run of the job ends the round.
  const round = last && !last.ended_at && seenAt < last.started_at ? last : undefined;
  const step = nextStep({ frequency, is_paused, round }, seenAt, now);
  return {
    frequency,
    state: stateOf(frequency === 'disabled', is_paused, round),
    // A step that is already due happens at the next run.
    next_step_at: step.kind === 'wait' ? step.until : now,
    is_last_step: isLastStep(round),
    confirmed_contacts: (await listConfirmedContactIds(database, userId)).length,
    steps: last ? stepsOf(last, (await listStartedContactNotices(database, last.id)).length) : [],
  };
}

function stateOf(
  isDisabled: boolean,
  isPausedNow: boolean,
  round: Round | undefined,
): CheckInState {
  if (isDisabled) return 'disabled';
  if (isPausedNow) return 'paused';
  if (!round) return 'watching';
  return round.notified_at ? 'resting' : 'asking';
}

function stepsOf(round: Round, reassured: number): CheckInStepView[] {
  const { notified_at, notified_contacts, ended_at, ended_by } = round;
  const steps = round.check_ins.map(
    ({ number, enqueued_at, sent_at, is_refused }): CheckInStepView => ({
      kind: !sent_at ? 'check_in_enqueued' : is_refused ? 'check_in_refused' : 'check_in_sent',
      at: sent_at ?? enqueued_at,
      count: number,
    }),
  );
  if (notified_at) {
    const kind = notified_contacts ? 'contacts_notified' : 'no_contact_to_notify';
    steps.push({ kind, at: notified_at, count: notified_contacts });
  }
  if (ended_at && ended_by) {
    steps.push({ kind: ended_by, at: ended_at, count: null });
    if (reassured > 0) {
      steps.push({ kind: 'contacts_reassured', at: ended_at, count: reassured });
    }
  }
  return steps;
}

/** Changes the frequency of check-ins. The change counts as activity, so an open round ends. */
export function changeCheckInFrequency(
  ctx: Context,
  { user_id }: { user_id: string },
  frequency: CheckInFrequency,
  caller: Caller,
): Promise<CheckInSettingsView> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const now = clock.now();
    const previous = await findCheckInSettings(database, user_id);
    const round = await findOpenRound(database, user_id);
    if (round) await endRound(ctx, round, 'seen', caller, now);
    await saveFrequency(database, user_id, frequency, now);
    if (frequency !== (previous?.frequency ?? 'disabled')) {
      await recordSecurityEvent(database, user_id, 'check_ins_changed', caller, now);
    }
    return readCheckInSettings(ctx, user_id);
  });
}
