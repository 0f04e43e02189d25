import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { ActivationInput } from '@zavet/contract/protocol/legacy-schemas';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { withService } from '../../../context.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { mockOutcome, paymentProvider } from '../../billing/payments/configured-provider.ts';
import { applyProviderPayment } from '../../billing/payments/end-payment.ts';
import { deleteContact } from '../../people/contacts/remove-contact.ts';
import { cancelActivation } from './end-activation.ts';
import { startActivation } from './start-activation.ts';

/** `npm run proofs -- schedules` runs thousands of races. */
const races = Number(process.env.RACES ?? 20);
const caller = { address: null, user_agent: null, request_id: 'race' } as never;

/** Jobs do not run: the tests read the outcome from the database. */
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

interface Contender {
  contactId: string;
  user: Account;
}

interface Account extends Owner {
  email: string;
}

function newAccount(): Account {
  const user_id = randomUUID();
  return { user_id, email: `${user_id}@example.org`, session_id: user_id };
}

/** An owner with confirmed contacts and an instruction for all, in few statements. */
async function createContest(size: number): Promise<{ owner: Owner; contenders: Contender[] }> {
  const { database } = product;
  const owner = newAccount();
  const contenders = Array.from(
    { length: size },
    (): Contender => ({
      contactId: randomUUID(),
      user: newAccount(),
    }),
  );
  const people = sql.join(
    [owner, ...contenders.map(({ user }) => user)].map(
      ({ user_id, email }) => sql`(${user_id}::uuid, ${email}, true, now(), now())`,
    ),
    sql`, `,
  );
  await database.rows(
    sql`insert into users (id, email, email_verified, created_at, updated_at) values ${people}`,
  );
  await product.ctx.vault.keyOf(owner.user_id);
  const id = randomUUID();
  const contact = ({ contactId, user }: Contender) =>
    sql`(${contactId}::uuid, ${owner.user_id}::uuid, 'Анна', ${user.email}, ${contactId}::uuid, 'confirmed',
      ${user.user_id}::uuid, now(), now())`;
  await database.rows(sql`
    with written as (
      insert into instructions (id, user_id, draft_id, heading, has_recipient, category, priority,
        content, text_digest, text_saved_at, seal_id, reviewed_at, created_at, updated_at)
      values (${id}, ${owner.user_id}, ${id}, 'x', false, 'notary', 'high', 'x',
        'x', now(), ${id}, now(), now(), now()))
    insert into trusted_contacts (
      id, user_id, name, email, seal_id, status, bound_user_id, created_at, updated_at)
    values ${sql.join(contenders.map(contact), sql`, `)}`);
  await database.rows(sql`
    insert into instruction_contacts (instruction_id, contact_id, user_id)
    select ${id}::uuid, id, user_id from trusted_contacts where user_id = ${owner.user_id}`);
  // Removing a contact asks for the password, which the owner has just typed.
  await database.rows(sql`
    insert into sessions (id, user_id, token, expires_at, created_at, updated_at, proven_at)
    values (${owner.session_id}, ${owner.user_id}, ${owner.session_id},
      now() + interval '1 day', now(), now(), now())`);
  return { owner, contenders };
}

function inputOf(owner: Owner, { contactId, user }: Contender): ActivationInput {
  return {
    product_id: 'protocol_activation',
    return_url: 'http://zavet.test/yookassa-return',
    metadata: {
      client_return_token: randomBytes(32).toString('base64url'),
      product_id: 'protocol_activation',
      deceased_user_id: owner.user_id,
      trusted_contact_id: contactId,
      initiator_user_id: user.user_id,
    },
  };
}

async function afterTurns(turns: number): Promise<void> {
  for (let count = 0; count < turns; count++) await turn();
}

/** Expected refusals are part of a race; anything else is a bug. */
async function ignoreRefusal<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

async function contend(owner: Owner, contender: Contender, plan: Plan): Promise<void> {
  const { starts, givesUp, pays } = plan;
  const { ctx } = product;
  let paymentId: string | undefined;
  for (const turns of starts) {
    await afterTurns(turns);
    const started = await ignoreRefusal(() =>
      startActivation(ctx, contender.user, inputOf(owner, contender)),
    );
    paymentId ??= started?.payment_id;
  }
  if (givesUp !== null && paymentId) {
    await afterTurns(givesUp);
    await giveUp(contender, paymentId);
  }
  for (const { turns, status } of paymentId ? pays : []) {
    await afterTurns(turns);
    const key = {
      payment_id: paymentId ?? '',
      amount_kopecks: 700_000,
      currency: 'RUB',
      created_at: new Date(),
    };
    await applyProviderPayment(ctx, key.payment_id, mockOutcome(key, status));
  }
}

/** Cancels as in another tab. The provider is unreachable, so the payment can still succeed. */
async function giveUp({ user }: Contender, paymentId: string): Promise<void> {
  const { ctx } = product;
  const [row] = await product.database.rows<{ id: string }>(
    sql`select id from activation_requests where payment_id = ${paymentId}`,
  );
  const unreached = withService(ctx, paymentProvider, undefined);
  await ignoreRefusal(() => cancelActivation(unreached, user, row?.id ?? randomUUID()));
}

interface Plan {
  starts: number[];
  givesUp: number | null;
  pays: { turns: number; status: 'succeeded' | 'canceled' }[];
}

const pause = fc.nat(30);
const plan = fc.record({
  starts: fc.array(pause, { minLength: 1, maxLength: 3 }),
  givesUp: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: pause }),
  pays: fc.array(
    fc.record({
      turns: pause,
      // The provider may report the same payment more than once.
      status: fc.oneof(
        { weight: 4, arbitrary: fc.constant('succeeded' as const) },
        { weight: 1, arbitrary: fc.constant('canceled' as const) },
      ),
    }),
    { maxLength: 2 },
  ),
});

const idle: Plan = { starts: [], givesUp: null, pays: [] };
const contest = fc.array(plan, { minLength: 2, maxLength: 3 });

interface Outcome {
  open: number;
  pending_after: number;
  notified: number;
  tries: number;
  active: number;
  paid: number;
  refunds: number;
  deliveries: number;
  double_refunds: number;
  recipients: number;
  removed: number;
  status: string | null;
}

async function readOutcome(owner: Owner): Promise<Outcome> {
  const [outcome] = await product.database.rows<Outcome>(sql`
    with tries as (
      select activation.*, payment.status as paid_status,
        (select count(*) from refunds where payment_id = payment.id) as refunds
      from activation_requests activation
      inner join payments payment on payment.id = activation.payment_id
      where deceased_user_id = ${owner.user_id})
    select
      count(*)::int as tries,
      (count(*) filter (where status = 'payment_pending'))::int as open,
      (count(*) filter (where status = 'payment_pending'
        and exists (select 1 from tries where activated_at is not null)))::int as pending_after,
      (select count(*)::int from security_events
        where user_id = ${owner.user_id} and kind = 'activation_attempt_ended') as notified,
      (count(*) filter (where activated_at is not null))::int as active,
      (count(*) filter (where paid_status = 'succeeded'))::int as paid,
      coalesce(sum(refunds), 0)::int as refunds,
      (count(*) filter (where refunds > 1 or (refunds = 1) <> (status = 'refunded')))::int
        as double_refunds,
      (select count(*)::int from deliveries where user_id = ${owner.user_id}) as deliveries,
      (select count(*)::int from trusted_contacts
        where user_id = ${owner.user_id} and status = 'activated') as recipients,
      (select count(*)::int from security_events
        where user_id = ${owner.user_id} and kind = 'contact_removed') as removed,
      max(status) filter (where activated_at is not null) as status
    from tries`);
  if (!outcome) throw new Error('no outcome');
  return outcome;
}

describe('concurrent starts by several contacts, while the owner removes one of them', () => {
  it('end with at most one winner, and one refund for every other successful payment', async () => {
    let winners = 0;
    let refunds = 0;
    let removals = 0;
    await fc.assert(
      fc.asyncProperty(contest, fc.option(pause), async (plans, removal) => {
        const { owner, contenders } = await createContest(plans.length);
        await Promise.all([
          ...contenders.map((one, number) => contend(owner, one, plans[number] ?? idle)),
          removal === null
            ? undefined
            : afterTurns(removal).then(() =>
                ignoreRefusal(() =>
                  deleteContact(
                    product.ctx,
                    owner,
                    contenders[0]?.contactId ?? '',
                    undefined,
                    caller,
                  ),
                ),
              ),
        ]);
        const outcome = await readOutcome(owner);
        expect(outcome.pending_after).toBe(0);
        expect(outcome.active).toBeLessThanOrEqual(1);
        // Every successful payment either took effect or was refunded exactly once.
        expect(outcome.paid).toBe(outcome.active + outcome.refunds);
        expect(outcome.double_refunds).toBe(0);
        // The owner was notified exactly once of every start that ended without a release.
        expect(outcome.notified).toBe(outcome.tries - outcome.active - outcome.open);
        expect(outcome.deliveries).toBe(outcome.active === 1 ? outcome.recipients : 0);
        expect(outcome.recipients).toBeGreaterThanOrEqual(outcome.active);
        winners += outcome.active;
        refunds += outcome.refunds;
        removals += outcome.removed;
      }),
      { numRuns: races, seed: Number(process.env.SEED ?? 20_261_115) },
    );
    // Without winners and refunds, the test would prove nothing.
    expect(winners).toBeGreaterThan(races / 4);
    expect(refunds).toBeGreaterThan(0);
    expect(removals).toBeGreaterThan(0);
  });
});
