import { waitingChoices } from '@zavet/contract/protocol/release-rules';
import fc from 'fast-check';

/** Numbers that select an existing actor or target. */
const actor = fc.nat(2);
const choice = fc.nat(5);
const rules = fc.record({
  waiting_hours: fc.constantFrom(...waitingChoices),
  needs_second: rarely(),
});

const weighted = <Name extends string, Facts extends object>(
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

const act = fc.oneof(
  weighted<'start', { actor: number; pin: 'right' | 'wrong'; pays: boolean }>(16, 'start', {
    actor,
    pin: pinChoice(),
    pays: fc.boolean(),
  }),
  weighted<'request agreement', { actor: number; pin: 'right' | 'wrong' }>(3, 'request agreement', {
    actor,
    pin: pinChoice(),
  }),
  // Requests an agreement and continues alone after its deadline.
  weighted<'continue alone', { actor: number }>(5, 'continue alone', { actor }),
  weighted<'answer', { actor: number; choice: number }>(3, 'answer', { actor, choice }),
  // With a verdict, an operator decides about the doubt immediately.
  weighted<'doubt', { actor: number; choice: number; verdict: 'dismissed' | 'upheld' | null }>(
    8,
    'doubt',
    {
      actor,
      choice,
      verdict: fc.constantFrom(null, null, 'dismissed', 'upheld'),
    },
  ),
  weighted<'withdraw', { actor: number; choice: number }>(2, 'withdraw', { actor, choice }),
  weighted<'decide doubt', { choice: number; verdict: 'dismissed' | 'upheld' }>(4, 'decide doubt', {
    choice,
    verdict: fc.constantFrom('dismissed', 'upheld'),
  }),
  weighted<'pay', { choice: number; hasWebhook: boolean }>(9, 'pay', {
    choice,
    hasWebhook: fc.boolean(),
  }),
  weighted<'cancel', { choice: number }>(1, 'cancel', { choice }),
  weighted<'webhook', { choice: number }>(4, 'webhook', { choice }),
  weighted<'cancel start', { choice: number }>(2, 'cancel start', { choice }),
  weighted<'veto', { way: 'screen' | 'link' | 'code'; choice: number }>(4, 'veto', {
    way: fc.constantFrom('screen', 'link', 'code'),
    choice,
  }),
  weighted<'keep contact', { actor: number }>(2, 'keep contact', { actor }),
  weighted<'file request', { actor: number }>(4, 'file request', { actor }),
  weighted<'decide request', { choice: number; verdict: 'approve' | 'certify' | 'reject' }>(
    4,
    'decide request',
    {
      choice,
      verdict: fc.constantFrom('approve', 'certify', 'reject'),
    },
  ),
  // Requests an approval or an agreement and lets it become stale.
  weighted<'go stale', { actor: number; asks: 'operators' | 'others' }>(3, 'go stale', {
    actor,
    asks: fc.constantFrom('operators', 'others'),
  }),
  weighted<'remove contact', { actor: number }>(1, 'remove contact', { actor }),
  weighted<'answer invitation', { actor: number; answer: 'accepted' | 'declined' }>(
    1,
    'answer invitation',
    {
      actor,
      answer: fc.constantFrom('accepted', 'declined'),
    },
  ),
  weighted<
    'change rules',
    { rules: { waiting_hours: (typeof waitingChoices)[number]; needs_second: boolean } }
  >(2, 'change rules', { rules }),
  weighted<'re-arm', object>(9, 're-arm', {}),
  weighted<'delete account', { account: number }>(1, 'delete account', { account: fc.nat(3) }),
  weighted<'process', { times: number }>(5, 'process', { times: fc.integer({ min: 1, max: 3 }) }),
  weighted<'jobs', { isTwice: boolean }>(2, 'jobs', { isTwice: fc.boolean() }),
  weighted<'wait', { hours: number }>(3, 'wait', { hours: fc.constantFrom(...hours) }),
  // No server or worker runs; may follow immediately after a paid start.
  weighted<'downtime', { hours: number; starter: number | null }>(4, 'downtime', {
    hours: fc.constantFrom(1, 20, 30, 100, 800),
    starter: fc.option(actor),
  }),
  // Shortly before the release time, exactly at this time, or long after.
  weighted<'reach release time', { lateMs: number; isWatched: boolean }>(7, 'reach release time', {
    isWatched: fc.boolean(),
    lateMs: fc.constantFrom(-2_000, 0, 0, 1_000, 3_600_000),
  }),
);
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

function rarely(): fc.Arbitrary<boolean> {
  return fc.nat(3).map((number) => number === 0);
}

function pinChoice(): fc.Arbitrary<'right' | 'wrong'> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant('right' as const) },
    { weight: 1, arbitrary: fc.constant('wrong' as const) },
  );
}

const step = fc.record({
  act,
  /** Concurrent with `act`. */
  concurrent: fc.array(act, { maxLength: 2 }),
  /** The process that performs `act` dies at this statement. */
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

const timeActs = ['downtime', 'wait', 'reach release time', 'continue alone', 'go stale'];

/**
 * Moves downtime to the start of its step, because no act is possible during downtime. The other
 * acts run right after the service has resumed.
 */
export function downtimeFirst({ act, concurrent, diesAt }: Schedule['steps'][number]) {
  const before = [act, ...concurrent].filter((one) => one.do === 'downtime');
  if (before.length === 0) return { before, act: [act], concurrent, diesAt };
  const isAct = (one: Act) => !timeActs.includes(one.do);
  return { before, act: [act].filter(isAct), concurrent: concurrent.filter(isAct), diesAt };
}
