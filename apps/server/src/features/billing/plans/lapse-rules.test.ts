import { addDays } from '@zavet/contract/days';
import {
  type ActivationStatus,
  activationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { describe, expect, it } from 'vitest';
import { bought } from '../../../../test/plan-states.ts';
import {
  type ContactNotices,
  graceStep,
  laterDay,
  mayRemoveFiles,
  needsNotice,
  type RemovalFacts,
} from './lapse-rules.ts';
import { type PlanState, planAfterLapse } from './plan-rules.ts';

const day = '2027-03-02';

/** The removal day has come, and the owner was warned the day before. */
const due: PlanState = {
  ...planAfterLapse(bought('storage_500_yearly'), '2027-01-31'),
  grace_until: day,
  grace_warned: 1,
  grace_notified_on: addDays(day, -1),
};

const unnotified: ContactNotices = { id: 'unnotified', first_enqueued_on: null, last: null };

const notified: ContactNotices = {
  id: 'notified',
  first_enqueued_on: addDays(day, -14),
  last: { enqueued_on: addDays(day, -1), accepted_on: addDays(day, -1), refused_on: null },
};

const refused: ContactNotices = {
  id: 'refused',
  first_enqueued_on: addDays(day, -14),
  last: { enqueued_on: addDays(day, -1), accepted_on: null, refused_on: addDays(day, -1) },
};

const facts = (changes: Partial<RemovalFacts> = {}): RemovalFacts => ({
  releases: [],
  is_being_paid: false,
  contacts: [notified],
  ...changes,
});

const release = (status: ActivationStatus, changed_on = '2027-01-01') => ({
  status,
  activated_on: changed_on,
  changed_on,
});

const reasonsToKeep = (changes: Partial<RemovalFacts>, state: Partial<PlanState> = {}) =>
  mayRemoveFiles({ ...due, ...state }, facts(changes), day).reasons;

describe('removal of files above the limit', () => {
  it('is allowed once the day has come, all warnings were accepted earlier, and nothing is under way', () => {
    expect(mayRemoveFiles(due, facts(), day)).toEqual({ may: true, reasons: [] });
  });

  it('is prevented by every activation status that has not ended', () => {
    const reasons = Object.fromEntries(
      activationStatuses.map((status) => [status, reasonsToKeep({ releases: [release(status)] })]),
    );
    expect(reasons).toEqual({
      requested: ['request'],
      approved: ['request'],
      rejected: [],
      agreement_pending: ['agreement'],
      agreed: ['agreement'],
      payment_pending: ['activation_payment'],
      payment_canceled: [],
      waiting: ['waiting'],
      vetoed: [],
      activated: ['in_effect'],
      delivering: ['in_effect'],
      delivered: ['in_effect'],
      partially_delivered: ['in_effect'],
      past: [],
      refunded: [],
    });
  });

  it('is prevented for a year after a release, its last day included', () => {
    expect(reasonsToKeep({ releases: [release('delivered', '2026-03-02')] })).toEqual([
      'in_effect',
    ]);
    expect(reasonsToKeep({ releases: [release('delivered', '2026-03-01')] })).toEqual([]);
  });

  it('is prevented by an activation that started and ended since the contacts were warned', () => {
    const vetoed = (ago: number) => [release('vetoed', addDays(day, -ago))];
    expect(reasonsToKeep({ releases: vetoed(14) })).toEqual(['just_ended']);
    expect(reasonsToKeep({ releases: vetoed(15) })).toEqual([]);
  });

  it('is prevented on the day a hold ends and the day after, even if no warned contact remains', () => {
    for (const ago of [0, 1]) {
      const releases = [release('payment_canceled', addDays(day, -ago))];
      expect(reasonsToKeep({ releases, contacts: [] })).toEqual(['just_ended']);
    }
    const holdEnded = facts({ releases: [release('payment_canceled', day)], contacts: [] });
    expect(graceStep(due, holdEnded, day)).toMatchObject({
      step: 'prolong',
      grace_until: addDays(day, 15),
      reason: 'just_ended',
    });
    const vetoed = [release('vetoed', addDays(day, -2))];
    expect(reasonsToKeep({ releases: vetoed, contacts: [] })).toEqual([]);
    // Without earlier warnings, the series of warnings starts as usual.
    const unwarned = { ...due, grace_warned: null, grace_until: addDays(day, 14) };
    const again = { ...holdEnded, contacts: [unnotified] };
    expect(graceStep(unwarned, again, day)).toMatchObject({ step: 'warn' });
  });

  it('is prevented before the day, during a payment, and until the day after the warning was accepted', () => {
    expect(reasonsToKeep({}, { grace_until: addDays(day, 1) })).toEqual(['day_not_reached']);
    expect(reasonsToKeep({ is_being_paid: true })).toEqual(['plan_payment']);
    expect(reasonsToKeep({}, { grace_notified_on: day })).toEqual(['owner_not_notified']);
    expect(reasonsToKeep({}, { grace_notified_on: null })).toEqual(['owner_not_notified']);
  });

  it('is prevented until a mail server accepted the last warning to one contact a day earlier', () => {
    const open = { enqueued_on: addDays(day, -1), accepted_on: null, refused_on: null };
    const pending = { ...notified, last: open };
    const justAccepted = { ...notified, last: { ...open, accepted_on: day } };
    expect(reasonsToKeep({ contacts: [pending] })).toEqual(['contacts_pending']);
    expect(reasonsToKeep({ contacts: [justAccepted] })).toEqual(['contacts_pending']);
    expect(reasonsToKeep({ contacts: [refused] })).toEqual(['contacts_unreachable']);
    expect(reasonsToKeep({ contacts: [refused, pending, notified] })).toEqual([]);
    const lost = { ...notified, last: { ...open, enqueued_on: addDays(day, -10) } };
    expect(reasonsToKeep({ contacts: [lost] })).toEqual(['contacts_unreachable']);
  });

  it('is prevented by unreachable contacts for at most 90 days', () => {
    const since = (ago: number) => ({ grace_unnotified_since: addDays(day, -ago) });
    expect(reasonsToKeep({ contacts: [refused] }, since(89))).toEqual(['contacts_unreachable']);
    expect(reasonsToKeep({ contacts: [refused] }, since(90))).toEqual([]);
  });
});

describe('the removal day', () => {
  it('is postponed by 15 days during an activation, so that 14 days remain when it ends', () => {
    const held = facts({ releases: [release('waiting')] });
    expect(graceStep(due, held, day)).toEqual({
      step: 'prolong',
      grace_until: addDays(day, 15),
      grace_unnotified_since: null,
      reason: 'waiting',
    });
    const far = { ...due, grace_warned: null, grace_until: addDays(day, 15) };
    expect(graceStep(far, held, day)).toEqual({ step: 'none' });
    expect(graceStep(far, facts({ contacts: [unnotified] }), addDays(day, 1))).toEqual({
      step: 'warn',
      warned: 14,
      grace_until: addDays(day, 15),
    });
  });

  it('is postponed for a pending payment only once it has come', () => {
    const paying = facts({ is_being_paid: true });
    expect(graceStep(due, paying, addDays(day, -1))).toEqual({ step: 'none' });
    expect(graceStep(due, paying, day)).toMatchObject({
      step: 'prolong',
      grace_until: addDays(day, 15),
    });
  });

  it('is postponed by 30 days if no contact is reachable, counted from the first time', () => {
    const unreachable = facts({ contacts: [refused] });
    expect(graceStep(due, unreachable, day)).toMatchObject({
      step: 'prolong',
      grace_until: addDays(day, 30),
      grace_unnotified_since: day,
    });
    const since = addDays(day, -30);
    expect(graceStep({ ...due, grace_unnotified_since: since }, unreachable, day)).toMatchObject({
      grace_unnotified_since: since,
    });
  });

  it('is postponed to 14 days from today if the contacts were never notified', () => {
    expect(graceStep(due, facts({ contacts: [unnotified] }), addDays(day, 30))).toEqual({
      step: 'warn',
      warned: 14,
      grace_until: addDays(day, 44),
    });
  });

  it('is the day after the mail if the mail is sent late', () => {
    expect(laterDay('2027-03-02', '2027-03-01')).toBe('2027-03-02');
    expect(laterDay('2027-03-02', '2027-03-05')).toBe('2027-03-05');
  });
});

it('repeats the last warning to a contact only after a month', () => {
  expect(needsNotice(notified, true, day)).toBe(false);
  expect(needsNotice(notified, true, addDays(day, 29))).toBe(true);
  expect(needsNotice(refused, true, day)).toBe(true);
  expect(needsNotice(notified, false, day)).toBe(true);
});
