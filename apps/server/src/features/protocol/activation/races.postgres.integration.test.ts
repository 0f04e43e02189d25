import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { ActivationInput } from '@zavet/contract/protocol/protocol-schemas';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { deleteContact } from '../../contacts/delete-contact.ts';
import { createAssignments } from '../../instructions/assignments.ts';
import { takeAnswer } from '../../payments/end-payment.ts';
import { mockOutcome } from '../../payments/mock-provider.ts';
import { startActivation } from './start-activation.ts';

/** Thousands run with `npm run faults`. */
const races = Number(process.env.RACES ?? 60);
const caller = { address: null, user_agent: null, request_id: 'race' } as never;

/** Jobs do not run: what an activation leads to is told by the rows. */
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

interface Contender {
  contactId: string;
  user: Owner;
}

function newAccount(): Owner {
  const user_id = randomUUID();
  return { user_id, email: `${user_id}@example.org`, session_id: user_id };
}

/** An owner, two confirmed contacts and an instruction for both, in few statements: there are many. */
async function stage(): Promise<{ owner: Owner; contenders: [Contender, Contender] }> {
  const { database } = product;
  const owner = newAccount();
  const contender = (): Contender => ({ contactId: randomUUID(), user: newAccount() });
  const contenders: [Contender, Contender] = [contender(), contender()];
  const [first, second] = contenders;
  const people = sql.join(
    [owner, first.user, second.user].map(
      ({ user_id, email }) => sql`(${user_id}::uuid, ${email}, true, now(), now())`,
    ),
    sql`, `,
  );
  await database.rows(
    sql`insert into users (id, email, email_verified, created_at, updated_at) values ${people}`,
  );
  await product.parts.protocol.vault.keyOf(owner.user_id);
  const id = randomUUID();
  const contact = ({ contactId, user }: Contender) =>
    sql`(${contactId}::uuid, ${owner.user_id}::uuid, 'Анна', ${user.email}, 'confirmed', now(), now())`;
  await database.rows(sql`
    with written as (
      insert into instructions (id, user_id, draft_id, title, category, priority, content, preview,
        reviewed_at, created_at, updated_at)
      values (${id}, ${owner.user_id}, ${id}, 'x', 'notary', 'high', 'x', 'x', now(), now(), now()))
    insert into trusted_contacts (id, user_id, name, email, status, created_at, updated_at)
    values ${contact(first)}, ${contact(second)}`);
  await database.rows(sql`
    insert into instruction_contacts (instruction_id, contact_id, user_id)
    select ${id}::uuid, id, user_id from trusted_contacts where user_id = ${owner.user_id}`);
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

async function after(turns: number): Promise<void> {
  for (let count = 0; count < turns; count++) await turn();
}

/** Expected refusals are part of a race; anything else is a bug. */
async function refusable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Starts, tries again where another is paying, and pays in the end. */
async function contend(owner: Owner, contender: Contender, { starts, pays }: Plan): Promise<void> {
  const { protocol, payments } = product.parts;
  let paymentId: string | undefined;
  for (const turns of starts) {
    await after(turns);
    const begun = await refusable(() =>
      startActivation(protocol, payments, contender.user, inputOf(owner, contender)),
    );
    paymentId ??= begun?.payment_id;
  }
  for (const { turns, status } of paymentId ? pays : []) {
    await after(turns);
    const key = {
      payment_id: paymentId ?? '',
      amount_kopecks: 700_000,
      currency: 'RUB',
      created_at: new Date(),
    };
    await takeAnswer(payments, key.payment_id, mockOutcome(key, status));
  }
}

interface Plan {
  starts: number[];
  pays: { turns: number; status: 'succeeded' | 'canceled' }[];
}

const pause = fc.nat(30);
const plan = fc.record({
  starts: fc.array(pause, { minLength: 1, maxLength: 3 }),
  pays: fc.array(
    fc.record({
      turns: pause,
      // The provider's answers come more than once.
      status: fc.oneof(
        { weight: 4, arbitrary: fc.constant('succeeded' as const) },
        { weight: 1, arbitrary: fc.constant('canceled' as const) },
      ),
    }),
    { maxLength: 2 },
  ),
});

interface Ending {
  live: number;
  active: number;
  paid: number;
  refunds: number;
  deliveries: number;
  double_refunds: number;
  recipients: number;
  status: string | null;
}

async function endingOf(owner: Owner): Promise<Ending> {
  const [ending] = await product.database.rows<Ending>(sql`
    with tries as (
      select activation.*, payment.status as paid_status,
        (select count(*) from refunds where payment_id = payment.id) as refunds
      from activation_requests activation
      inner join payments payment on payment.id = activation.payment_id
      where deceased_user_id = ${owner.user_id})
    select
      (count(*) filter (where status in
        ('payment_pending', 'activated', 'delivering', 'delivered', 'partially_delivered')))::int as live,
      (count(*) filter (where activated_at is not null))::int as active,
      (count(*) filter (where paid_status = 'succeeded'))::int as paid,
      coalesce(sum(refunds), 0)::int as refunds,
      (count(*) filter (where refunds > 1 or (refunds = 1) <> (status = 'refunded')))::int
        as double_refunds,
      (select count(*)::int from deliveries where user_id = ${owner.user_id}) as deliveries,
      (select count(*)::int from trusted_contacts
        where user_id = ${owner.user_id} and status = 'activated') as recipients,
      max(status) filter (where activated_at is not null) as status
    from tries`);
  if (!ending) throw new Error('no ending');
  return ending;
}

describe('contacts who race each other, and an owner who removes one of them', () => {
  it('end with one winner, and with one refund for every other payment', async () => {
    const { database } = product;
    const contacts = { ...product.parts.protocol, assignments: createAssignments(database) };
    let winners = 0;
    let refunds = 0;
    await fc.assert(
      fc.asyncProperty(plan, plan, fc.option(pause), async (first, second, removal) => {
        const { owner, contenders } = await stage();
        await Promise.all([
          contend(owner, contenders[0], first),
          contend(owner, contenders[1], second),
          removal === null
            ? undefined
            : after(removal).then(() =>
                refusable(() =>
                  deleteContact(
                    contacts as never,
                    owner,
                    contenders[0].contactId,
                    undefined,
                    caller,
                  ),
                ),
              ),
        ]);
        const ending = await endingOf(owner);
        expect(ending.live).toBeLessThanOrEqual(1);
        expect(ending.active).toBeLessThanOrEqual(1);
        // Every payment that succeeded either took effect or went back, once.
        expect(ending.paid).toBe(ending.active + ending.refunds);
        expect(ending.double_refunds).toBe(0);
        expect(ending.deliveries).toBe(ending.active === 1 ? ending.recipients : 0);
        expect(ending.recipients).toBeGreaterThanOrEqual(ending.active);
        winners += ending.active;
        refunds += ending.refunds;
      }),
      { numRuns: races, seed: Number(process.env.SEED ?? 20_261_115) },
    );
    // The races were real: some were won, and some money had to go back.
    expect(winners).toBeGreaterThan(races / 4);
    expect(refunds).toBeGreaterThan(0);
  }, 600_000);
});
