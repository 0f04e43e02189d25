import { waitingChoices } from '@zavet/contract/protocol/release-rules';
import fc from 'fast-check';

/** Actors and targets; numbers select among the existing ones. */
const who = fc.nat(2);
const which = fc.nat(5);
const rules = fc.record({
  waiting_hours: fc.constantFrom(...waitingChoices),
  needs_second: seldom(),
});

const act = <Name extends string, Facts extends object>(
  weight: number,
  name: Name,
  facts: { [Key in keyof Facts]: fc.Arbitrary<Facts[Key]> },
) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), ...facts }) as unknown as fc.Arbitrary<
    { do: Name } & Facts
  >,
});

const hours = [1, 25, 73, 24 * 8, 24 * 15, 24 * 31];

const doing = fc.oneof(
  act<'start', { who: number; pin: 'right' | 'wrong'; pays: boolean }>(16, 'start', {
    who,
    pin: pin(),
    pays: fc.boolean(),
  }),
  act<'request agreement', { who: number; pin: 'right' | 'wrong' }>(3, 'request agreement', { who, pin: pin() }),
  // Requests an agreement and continues alone after its deadline.
  act<'continue alone', { who: number }>(5, 'continue alone', { who }),
  act<'answer', { who: number; which: number }>(3, 'answer', { who, which }),
  // An operator may decide about the doubt immediately.
  act<'doubt', { who: number; which: number; verdict: 'dismissed' | 'upheld' | null }>(8, 'doubt', {
    who,
    which,
    verdict: fc.constantFrom(null, null, 'dismissed', 'upheld'),
  }),
  act<'withdraw', { who: number; which: number }>(2, 'withdraw', { who, which }),
  act<'decide doubt', { which: number; verdict: 'dismissed' | 'upheld' }>(4, 'decide doubt', {
    which,
    verdict: fc.constantFrom('dismissed', 'upheld'),
  }),
  act<'pay', { which: number; hasWebhook: boolean }>(9, 'pay', { which, hasWebhook: fc.boolean() }),
  act<'cancel', { which: number }>(1, 'cancel', { which }),
  act<'webhook', { which: number }>(4, 'webhook', { which }),
  act<'cancel start', { which: number }>(2, 'cancel start', { which }),
  act<'veto', { way: 'screen' | 'link' | 'code'; which: number }>(4, 'veto', {
    way: fc.constantFrom('screen', 'link', 'code'),
    which,
  }),
  act<'keep contact', { who: number }>(2, 'keep contact', { who }),
  act<'approve contact', { who: number }>(2, 'approve contact', { who }),
  act<'file request', { who: number }>(4, 'file request', { who }),
  act<'decide request', { which: number; verdict: 'approve' | 'certify' | 'reject' }>(4, 'decide request', {
    which,
    verdict: fc.constantFrom('approve', 'certify', 'reject'),
  }),
  // Requests an approval or an agreement and lets it become stale.
  act<'go stale', { who: number; asks: 'operators' | 'others' }>(3, 'go stale', {
    who,
    asks: fc.constantFrom('operators', 'others'),
  }),
  act<'remove contact', { who: number }>(1, 'remove contact', { who }),
  act<'answer invitation', { who: number; answer: 'accepted' | 'declined' }>(1, 'answer invitation', {
    who,
    answer: fc.constantFrom('accepted', 'declined'),
  }),
  act<
    'choose',
    { rules: { waiting_hours: (typeof waitingChoices)[number]; needs_second: boolean } }
  >(2, 'change rules', { rules }),
  act<'re-arm', object>(9, 're-arm', {}),
  act<'delete account', { whose: number }>(1, 'delete account', { whose: fc.nat(3) }),
  act<'process', { times: number }>(5, 'process', { times: fc.integer({ min: 1, max: 3 }) }),
  act<'jobs', { isTwice: boolean }>(2, 'jobs', { isTwice: fc.boolean() }),
  act<'wait', { hours: number }>(3, 'wait', { hours: fc.constantFrom(...hours) }),
  // No server or worker runs, possibly right after a start was paid.
  act<'downtime', { hours: number; starter: number | null }>(4, 'downtime', {
    hours: fc.constantFrom(1, 20, 30, 100, 800),
    starter: fc.option(who),
  }),
  // Shortly before the release time, at it, or long after.
  act<'reach release time', { lateMs: number; isWatched: boolean }>(7, 'reach release time', {
    isWatched: fc.boolean(),
    lateMs: fc.constantFrom(-2_000, 0, 0, 1_000, 3_600_000),
  }),
);
export type Act = typeof doing extends fc.Arbitrary<infer T> ? T : never;

function seldom(): fc.Arbitrary<boolean> {
  return fc.nat(3).map((number) => number === 0);
}

function pin(): fc.Arbitrary<'right' | 'wrong'> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant('right' as const) },
    { weight: 1, arbitrary: fc.constant('wrong' as const) },
  );
}

const step = fc.record({
  doing,
  /** Concurrent with the first. */
  beside: fc.array(doing, { maxLength: 2 }),
  /** The process of the first dies at this statement. */
  diesAt: fc.oneof(
    { weight: 7, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.nat(40) },
  ),
});

export const schedule = fc.record({
  contacts: fc.integer({ min: 1, max: 3 }),
  rules: fc.option(rules, { freq: 4 }),
  hasPin: fc.boolean(),
  steps: fc.array(step, { minLength: 3, maxLength: 6 }),
});
export type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never;

const passingTime = ['downtime', 'wait', 'reach release time', 'continue alone', 'go stale'];

/**
 * Downtime precedes everything else in its step, since no act is possible meanwhile. Later acts
 * meet a service that has just resumed.
 */
export function downtimeFirst({ doing, beside, diesAt }: Schedule['steps'][number]) {
  const before = [doing, ...beside].filter((one) => one.do === 'downtime');
  if (before.length === 0) return { before, doing: [doing], beside, diesAt };
  const isAct = (one: Act) => !passingTime.includes(one.do);
  return { before, doing: [doing].filter(isAct), beside: beside.filter(isAct), diesAt };
}
