import { planProducts } from '@zavet/contract/billing/plan-catalogue';
import fc from 'fast-check';
import { hour, minute } from './durations.ts';

/** Possible events; `which` selects an existing payment. */
const doing = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('buy'), plan_id: fc.constantFrom(...planProducts) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay'), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel'), which: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('webhook'), which: fc.nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('forged webhook'), id: fc.constantFrom('made-up', '') }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('settle'), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end of the period') }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(minute, hour, 30 * hour) }),
  },
);
export type PaymentScheduleEvent = typeof doing extends fc.Arbitrary<infer T> ? T : never;

export const step = fc.record({
  doing,
  /** A concurrent event. */
  beside: fc.option(doing, { freq: 4 }),
  /** The process dies at this statement. */
  diesAt: fc.option(fc.nat(25), { freq: 3 }),
  fault: fc.option(
    fc.record({
      call: fc.constantFrom('create', 'read', 'refund', 'list'),
      fault: fc.constantFrom(
        'fail_before',
        'fail_after',
        'timeout_before',
        'timeout_after',
        'too_many',
        'garbage',
      ),
    }),
    { freq: 2 },
  ),
});
