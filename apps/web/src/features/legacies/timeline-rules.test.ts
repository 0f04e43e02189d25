import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import type { ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import { legacyFixture } from '../../../test/legacy-fixture.ts';
import { timelineOf } from './timeline-rules.ts';

function activationThat(status: ActivationStatus): LegacyView['activation'] {
  const moment = '2026-11-15T10:00:00.000Z';
  const progress = { total: 1, accepted: 0, waiting: 1, unreachable: 0, withheld: 0 };
  return {
    id: 'a1',
    status,
    end_reason: null,
    is_mine: true,
    started_at: moment,
    activated_at: null,
    progress,
  };
}

test('somebody who was named and has agreed waits for the day', () => {
  expect(timelineOf(legacyFixture({}))).toEqual({
    named: 'done',
    confirmed: 'current',
    activated: 'todo',
    delivered: 'todo',
  });
});

test('a payment on its way is the step to the activation, no matter who pays', () => {
  const paying = { named: 'done', confirmed: 'done', activated: 'current', delivered: 'todo' };
  expect(timelineOf(legacyFixture({ activation: activationThat('payment_pending') }))).toEqual(
    paying,
  );
  expect(timelineOf(legacyFixture({ is_paid_by_other: true }))).toEqual(paying);
});

test('the last step is done when everything is delivered, and not sooner', () => {
  const done = { named: 'done', confirmed: 'done', activated: 'done' };
  const after = (status: ActivationStatus) =>
    timelineOf(legacyFixture({ activation: activationThat(status) }));
  expect(after('delivered')).toEqual({ ...done, delivered: 'done' });
  expect(after('delivering')).toEqual({ ...done, delivered: 'current' });
  expect(after('partially_delivered')).toEqual({ ...done, delivered: 'current' });
  const protocol_activated_at = '2026-11-15T10:00:00.000Z';
  expect(timelineOf(legacyFixture({ protocol_activated_at }))).toEqual({
    ...done,
    delivered: 'current',
  });
});
