import {
  activationStatuses,
  expiringActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { describe, expect, it } from 'vitest';
import {
  type StaleCandidate,
  staleExpiryOf,
  staleSince,
  staleStep,
  unusedApprovalsBefore,
} from './stale-activation-rules.ts';

const day = 24 * 60 * 60 * 1000;
const since = new Date('2027-01-31T10:00:00Z');
const after = (days: number) => new Date(since.getTime() + days * day);
const open: StaleCandidate = {
  status: 'approved',
  updated_at: since,
  end_reminder: null,
  end_reminded_at: null,
  is_doubted: false,
};
const first: StaleCandidate = { ...open, end_reminder: 'first', end_reminded_at: after(60) };
const last: StaleCandidate = { ...open, end_reminder: 'last', end_reminded_at: after(83) };

describe('a stale activation', () => {
  it('gets reminders 30 and 7 days before its end, once each, and ends after 90 days', () => {
    expect([59.9, 60, 82.9, 83].map((days) => staleStep(open, after(days)))).toEqual([
      null,
      'first',
      'first',
      'last',
    ]);
    expect([60, 82.9, 83, 200].map((days) => staleStep(first, after(days)))).toEqual([
      null,
      null,
      'last',
      'last',
    ]);
    expect([83, 89.9, 90].map((days) => staleStep(last, after(days)))).toEqual([null, null, 'end']);
    expect(staleExpiryOf(first)).toEqual(after(90));
    expect(staleExpiryOf(last)).toEqual(after(90));
  });

  it('never ends without a last reminder seven days before, however long the downtime', () => {
    expect(staleStep(open, after(400))).toBe('last');
    const late: StaleCandidate = { ...last, end_reminded_at: after(400) };
    expect(staleExpiryOf(late)).toEqual(after(407));
    expect([406.9, 407].map((days) => staleStep(late, after(days)))).toEqual([null, 'end']);
  });

  it('does not include undecided requests, or paid or ended activations', () => {
    const ending = activationStatuses.filter(
      (status) => staleStep({ ...open, status }, after(400)) !== null,
    );
    expect(ending).toEqual([...expiringActivationStatuses]);
    expect(staleExpiryOf({ ...open, status: 'requested' })).toBeNull();
  });

  it('does not end while a doubt awaits a decision', () => {
    const ending = activationStatuses.filter(
      (status) => staleStep({ ...open, status, is_doubted: true }, after(400)) !== null,
    );
    // A doubt does not hold back an approved request.
    expect(ending).toEqual(['approved']);
  });

  it('is listed from its first reminder on, and ends with approvals of the same age', () => {
    expect(staleSince(after(60))).toEqual(since);
    expect(unusedApprovalsBefore(after(90))).toEqual(since);
  });
});
