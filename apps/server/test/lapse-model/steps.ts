import type { ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import fc from 'fast-check';

/** What can happen while a plan is unpaid. */
export type LapseStep =
  /** Days with their jobs. */
  | { do: 'days'; days: number }
  /** Nothing runs for so long. */
  | { do: 'standstill'; days: number }
  | { do: 'mails'; answer: 'taken' | 'refused' }
  | { do: 'contact agrees' }
  | { do: 'contact leaves' }
  | { do: 'start'; status: ActivationStatus }
  | { do: 'stop' }
  | { do: 'contact begins to pay' }
  | { do: 'payment fails' };

const under: ActivationStatus[] = [
  'requested',
  'approved',
  'agreement_pending',
  'agreed',
  'payment_pending',
  'waiting',
  'delivered',
];
const ended: ActivationStatus[] = ['rejected', 'payment_canceled', 'vetoed', 'refunded'];

const always = <Kind extends LapseStep['do']>(name: Kind) => fc.constant({ do: name });

export const lapseSteps: fc.Arbitrary<LapseStep[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('days'), days: fc.integer({ min: 1, max: 16 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('standstill'),
        days: fc.integer({ min: 20, max: 40 }),
      }),
    },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('mails'), answer: fc.constant('taken') }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('mails'), answer: fc.constant('refused') }),
    },
    { weight: 1, arbitrary: always('contact agrees') },
    { weight: 1, arbitrary: always('contact leaves') },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('start'),
        status: fc.constantFrom(...under, ...ended),
      }),
    },
    { weight: 1, arbitrary: always('stop') },
    { weight: 1, arbitrary: always('contact begins to pay') },
    { weight: 1, arbitrary: always('payment fails') },
  ) as fc.Arbitrary<LapseStep>,
  { minLength: 4, maxLength: 18 },
);
