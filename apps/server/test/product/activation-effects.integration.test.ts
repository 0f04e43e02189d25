import { moscowDay } from '@zavet/contract/days';
import {
  type ActivationStatus,
  activationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listReleaseHolds } from '../../src/features/billing/plans/lapse-rules.ts';
import {
  findStartedActivation,
  listAttemptDays,
  listVetoableStarts,
} from '../../src/features/protocol/activation/activation-repository.ts';
import { failIfStarted } from '../../src/features/protocol/activation/start-permission.ts';
import {
  areCheckInsPaused,
  areRemindersPaused,
} from '../../src/features/protocol/check-ins/check-in-repository.ts';
import { isHeldByProtocol } from '../../src/features/protocol/index.ts';
import { signedInPerson } from '../people.ts';
import { startTestProduct, type TestProduct } from '../test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

/** Every check of an activation's effects on its owner's account. */
const effectChecks = {
  /** The account is not deleted for inactivity. */
  account: (id: string) => isHeldByProtocol(product.database, id),
  /** No file is removed for a lapsed plan. */
  files: async (id: string) => {
    const releases = await listAttemptDays(product.database, id);
    const today = moscowDay(product.clock.now());
    return listReleaseHolds({ grace_warned: null }, { releases, contacts: [] }, today).length > 0;
  },
  /** No review reminder or reconfirmation is sent. */
  reminders: (id: string) => areRemindersPaused(product.database, id),
  /** No check-in is sent. */
  check_ins: (id: string) => areCheckInsPaused(product.database, id),
  /** No other contact can start. */
  other_starts: (id: string) =>
    failIfStarted(product.database, id).then(
      () => false,
      () => true,
    ),
  /** No rehearsal and no confirmation card is sent. */
  rehearsals: async (id: string) =>
    (await findStartedActivation(product.database, id)) !== undefined,
  /** The owner can veto the activation. */
  veto: async (id: string) => (await listVetoableStarts(product.database, id)).length > 0,
} satisfies Record<string, (ownerId: string) => Promise<boolean>>;
type Effect = keyof typeof effectChecks;

const startedEffects: Effect[] = ['account', 'files', 'reminders', 'veto'];
const releasedEffects: Effect[] = [
  'account',
  'files',
  'reminders',
  'check_ins',
  'other_starts',
  'rehearsals',
];

/** A new status compiles only with a decision for every check. */
const effectsByStatus: Record<ActivationStatus, Effect[]> = {
  requested: startedEffects,
  approved: startedEffects,
  agreement_pending: startedEffects,
  agreed: startedEffects,
  payment_pending: startedEffects,
  waiting: [...releasedEffects, 'veto'],
  activated: releasedEffects,
  delivering: releasedEffects,
  delivered: releasedEffects,
  partially_delivered: releasedEffects,
  rejected: [],
  payment_canceled: [],
  vetoed: [],
  past: [],
  refunded: [],
};

async function ownerWith(status: ActivationStatus): Promise<string> {
  const { userId } = await signedInPerson(product);
  const now = sql`${product.clock.now().toISOString()}::timestamptz`;
  await product.database.rows(sql`
    insert into activation_requests (id, deceased_user_id, status, request_reason, rejection,
      waiting_hours, waiting_since, release_at, activated_at, created_at, updated_at)
    values (gen_random_uuid(), ${userId}, ${status}, 'review',
      case when ${status} = 'rejected' then 'not_proven' end,
      24, ${now}, ${now} + interval '1 day',
      case when ${status} in ('activated', 'delivering', 'delivered', 'partially_delivered', 'past')
        then ${now} + interval '1 day' end, ${now}, ${now})`);
  return userId;
}

it.each(activationStatuses)(
  'an activation in status %s has exactly its declared effects',
  async (status) => {
    const owner = await ownerWith(status);
    const found: Effect[] = [];
    for (const name of Object.keys(effectChecks) as Effect[]) {
      if (await effectChecks[name](owner)) found.push(name);
    }
    expect(found.sort()).toEqual([...effectsByStatus[status]].sort());
  },
);
