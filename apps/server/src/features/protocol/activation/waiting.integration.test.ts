import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  answerAgreement,
  decideListedDoubt,
  enqueuedMails,
  mailStagesOf,
  onlyContact,
  processWaiting,
  refundsOf,
  releaseAtOf,
  setReleaseRules,
} from '../../../../test/activations.ts';
import { deleteAccountOf } from '../../../../test/contact-accounts.ts';
import { hour } from '../../../../test/durations.ts';
import { operatorAtDesk } from '../../../../test/operators.ts';
import type { Person } from '../../../../test/people.ts';
import {
  activationsOf,
  deliveriesOf,
  family,
  payFor,
  type TrustedPerson,
  trustedPersonOf,
} from '../../../../test/protocol.ts';
import { vetoTokenFor } from '../../../../test/requests.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { systemClock } from '../../../platform/clock.ts';
import { recheckAfterDeparture, refundOrphaned } from './on-departure.ts';
import { releaseActivation } from './process-waiting-activations.ts';

let product: TestProduct;

beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});

afterAll(() => product.stop());

afterEach(() => vi.restoreAllMocks());

async function paidWithWaiting(hours: 24 | 72 | 168 = 72, size = 1) {
  const people = await family(product, size);
  const contact = onlyContact(people.contacts);
  await setReleaseRules(product, people.owner, hours);
  const outcome = await payFor(people.owner, contact);
  const [row] = await product.database.rows<{ id: string }>(
    sql`select id from activation_requests where deceased_user_id = ${people.owner.userId}`,
  );
  return { ...people, contact, outcome, id: row?.id ?? '' };
}

async function processAt(moment: Date) {
  product.clock.advance(moment.getTime() - product.clock.now().getTime());
  await processWaiting(product);
}

describe('a payment with a waiting period', () => {
  it('starts the waiting period, and shows the release time', async () => {
    const before = product.clock.now();
    const { owner, contact, outcome } = await paidWithWaiting(72);
    const releaseAt = await releaseAtOf(product, owner);
    expect(outcome).toMatchObject({
      payment_status: 'succeeded',
      outcome: 'waiting',
      takes_effect_at: releaseAt?.toISOString(),
    });
    expect(releaseAt?.getTime()).toBeGreaterThanOrEqual(before.getTime() + 72 * hour);
    expect(releaseAt?.getTime()).toBeLessThan(before.getTime() + 73 * hour);
    expect(await activationsOf(product.database, owner)).toEqual(['waiting']);
    expect(await deliveriesOf(product.database, owner)).toEqual([]);
    const { legacies } = await contact.browser.listLegacies();
    expect(legacies[0]).toMatchObject({
      status: 'confirmed',
      activation: { status: 'waiting', is_mine: true, release_at: releaseAt?.toISOString() },
    });
    const own = await owner.browser.getOwnProtocol();
    expect(own.protocol).toBeNull();
    expect(own.attempts).toMatchObject([
      { status: 'waiting', contact_id: contact.contactId, release_at: releaseAt?.toISOString() },
    ]);
  });

  it('mails the owner, the payer and the other contacts, each once', async () => {
    const { id, contacts } = await paidWithWaiting(72, 2);
    const mails = await enqueuedMails(product, id);
    expect((await mailStagesOf(product, id)).sort()).toEqual([
      'activation_announced payment',
      'activation_state waiting',
      'activation_state waiting',
      'activation_waits',
    ]);
    expect(mails).toContainEqual({
      name: 'activation_state',
      state: 'waiting',
      activation_id: id,
      contact_id: contacts[1]?.contactId,
    });
  });

  it('releases letters after the waiting period, not a second before, and once', async () => {
    const { owner, id } = await paidWithWaiting(24);
    const releaseAt = (await releaseAtOf(product, owner)) as Date;
    await processAt(new Date(releaseAt.getTime() - 1000));
    await releaseActivation(product.ctx, id);
    expect(await activationsOf(product.database, owner)).toEqual(['waiting']);
    await processAt(new Date(releaseAt.getTime() + 1000));
    expect(await activationsOf(product.database, owner)).toEqual(['activated']);
    expect(await deliveriesOf(product.database, owner)).toHaveLength(1);
    await processWaiting(product);
    await releaseActivation(product.ctx, id);
    expect(await deliveriesOf(product.database, owner)).toHaveLength(1);
    await owner.browser.signIn({ body: { email: owner.email, password: owner.password } });
    const own = await owner.browser.getOwnProtocol();
    expect(own).toMatchObject({ attempts: [], protocol: { status: 'activated' } });
  });

  it('is not released early when only the server’s clock jumps ahead', async () => {
    const { owner } = await paidWithWaiting(24);
    const jump = 48 * hour;
    const real = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => real() + jump);
    vi.spyOn(systemClock, 'now').mockImplementation(() => new Date(real() + jump));
    await processWaiting(product);
    expect(await activationsOf(product.database, owner)).toEqual(['waiting']);
  });

  it('started by a slow clock still waits for the whole period', async () => {
    const real = Date.now;
    const behind = -48 * hour;
    vi.spyOn(Date, 'now').mockImplementation(() => real() + behind);
    vi.spyOn(systemClock, 'now').mockImplementation(() => new Date(real() + behind));
    const truth = real();
    const { owner } = await paidWithWaiting(24);
    vi.restoreAllMocks();
    const releaseAt = await releaseAtOf(product, owner);
    const offset = product.clock.now().getTime() - Date.now();
    expect(releaseAt?.getTime()).toBeGreaterThanOrEqual(truth + offset + 24 * hour);
  });

  it('warns the owner every day and on the last one, however often the job runs', async () => {
    const { owner, id } = await paidWithWaiting(72);
    const releaseAt = (await releaseAtOf(product, owner)) as Date;
    const start = releaseAt.getTime() - 72 * hour;
    for (let hours = 1; hours < 72; hours++) await processAt(new Date(start + hours * hour));
    const warnings = (await enqueuedMails(product, id))
      .filter(({ name }) => name === 'activation_waits')
      .map((mail) => (mail as unknown as { warning: string }).warning);
    expect(warnings).toEqual(['first', 'daily', 'last_day']);
  });

  it('warns the owner again halfway through a waiting period of one day', async () => {
    const { owner, id } = await paidWithWaiting(24);
    const releaseAt = (await releaseAtOf(product, owner)) as Date;
    const start = releaseAt.getTime() - 24 * hour;
    const warned = async () =>
      (await enqueuedMails(product, id)).filter(({ name }) => name === 'activation_waits').length;
    const counts: number[] = [];
    for (const hours of [0.02, 11.9, 12.1, 23]) {
      await processAt(new Date(start + hours * hour));
      counts.push(await warned());
    }
    expect(counts).toEqual([1, 1, 2, 2]);
  });
});

describe('a waiting activation', () => {
  it('is canceled when the payer is removed as a contact, and the fee is refunded once', async () => {
    const { owner, contact } = await paidWithWaiting();
    await owner.browser.deleteContact({ params: { id: contact.contactId }, query: {} });
    await recheckAfterDeparture(product.ctx, owner.userId);
    expect(await activationsOf(product.database, owner)).toEqual(['refunded']);
    await recheckAfterDeparture(product.ctx, owner.userId);
    expect(await refundsOf(product, contact)).toEqual([
      { reason: 'contact_removed', amount_kopecks: 700_000 },
    ]);
  });

  it('is refunded when the owner deletes the account', async () => {
    const { owner, contact } = await paidWithWaiting();
    await owner.browser.deleteAccount({
      body: { confirmation_word: 'УДАЛИТЬ', current_password: owner.password },
    });
    const [job] = await product.database.rows<{ data: { payment_id: string } }>(
      sql`select data from pgboss.job where name = 'refund-orphaned' order by created_on desc`,
    );
    for (let run = 0; run < 2; run++) {
      await refundOrphaned(product.ctx, job?.data.payment_id ?? '');
    }
    expect(await refundsOf(product, contact)).toEqual([
      { reason: 'account_gone', amount_kopecks: 700_000 },
    ]);
  });

  it('can be canceled by the payer, with the whole fee, until the release', async () => {
    const { owner, contact, id } = await paidWithWaiting();
    await contact.browser.cancelActivation({ params: { id } });
    await contact.browser.cancelActivation({ params: { id } });
    expect(await activationsOf(product.database, owner)).toEqual(['refunded']);
    expect(await refundsOf(product, contact)).toEqual([
      { reason: 'given_up', amount_kopecks: 700_000 },
    ]);
  });

  it('keeps others from paying, and is released even if the payer closed the account', async () => {
    const { owner, contacts, contact } = await paidWithWaiting(24, 2);
    const other = contacts[1];
    if (!other) throw new Error('expected two contacts');
    await expect(payFor(owner, other)).rejects.toMatchObject({ code: 'protocol_waiting' });
    await contact.browser.deleteAccount({
      body: { confirmation_word: 'УДАЛИТЬ', current_password: contact.password },
    });
    const releaseAt = (await releaseAtOf(product, owner)) as Date;
    await processAt(new Date(releaseAt.getTime() + 1000));
    expect(await activationsOf(product.database, owner)).toEqual(['activated']);
  });

  it('is refunded if nothing remains to deliver at the end', async () => {
    const { owner, contact, instruction } = await paidWithWaiting(24);
    await owner.browser.deleteInstruction({ params: { id: instruction.id } });
    const releaseAt = (await releaseAtOf(product, owner)) as Date;
    await processAt(new Date(releaseAt.getTime() + 1000));
    expect(await activationsOf(product.database, owner)).toEqual(['refunded']);
    expect(await refundsOf(product, contact)).toMatchObject([{ reason: 'nothing_to_deliver' }]);
  });
});

/** Ways to end a paid activation without letters, other than a cancellation by its payer. */
const endings: Record<string, (paid: PaidActivation) => Promise<unknown>> = {
  'a veto on the screen': ({ owner }) => owner.browser.vetoOwnProtocol(),
  'a veto by a mailed link': async ({ activationId }) => {
    const token = await vetoTokenFor(product, activationId);
    return product.browser().vetoProtocol({ body: { token } });
  },
  'a veto by the code on paper': ({ code }) => product.browser().vetoProtocol({ body: { code } }),
  'an upheld doubt': async ({ owner, activationId }) => {
    const other = await trustedPersonOf(product, owner);
    await answerAgreement(other, activationId, false);
    await decideListedDoubt(await operatorAtDesk(product), activationId, 'upheld');
  },
  'the removal of the contact': async ({ owner, payer }) => {
    await owner.browser.deleteContact({ params: { id: payer.contactId }, query: {} });
    await recheckAfterDeparture(product.ctx, owner.userId);
  },
  'nothing left to deliver': async ({ owner, instructionId }) => {
    await owner.browser.deleteInstruction({ params: { id: instructionId } });
    product.clock.advance(25 * hour);
    await processWaiting(product);
  },
  'the deletion of the owner’s account': async ({ owner, paymentId }) => {
    await deleteAccountOf(owner);
    await refundOrphaned(product.ctx, paymentId);
  },
};

describe.each(Object.entries(endings))(
  'the fee is refunded once and in full after %s',
  (_, end) => {
    it.each([
      ['the payer still has an account', async (_payer: TrustedPerson) => {}],
      ['the payer closed the account', (payer: TrustedPerson) => deleteAccountOf(payer)],
    ])('when %s', async (_state, leave) => {
      const one = await createPaidActivation();
      await leave(one.payer);
      await end(one);
      expect(
        await product.database.rows(sql`
        select amount_kopecks from refunds where payment_id = ${one.paymentId}`),
      ).toEqual([{ amount_kopecks: 700_000 }]);
    });
  },
);

interface PaidActivation {
  owner: Person;
  payer: TrustedPerson;
  instructionId: string;
  activationId: string;
  paymentId: string;
  code: string;
}

async function createPaidActivation(): Promise<PaidActivation> {
  const { owner, contacts, instruction } = await family(product);
  const payer = onlyContact(contacts);
  await setReleaseRules(product, owner, 24);
  const { code } = await owner.browser.createPaperCode();
  await payFor(owner, payer);
  const [row] = await product.database.rows<{ id: string; payment_id: string }>(sql`
    select id, payment_id from activation_requests where deceased_user_id = ${owner.userId}`);
  const ids = { activationId: row?.id ?? '', paymentId: row?.payment_id ?? '' };
  return { owner, payer, instructionId: instruction.id, code, ...ids };
}
