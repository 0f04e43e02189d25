import type { DoubtVerdict } from '@zavet/contract/protocol/protocol-values';
import type { WaitingHours } from '@zavet/contract/protocol/release-rules';
import { sql } from 'drizzle-orm';
import { processWaitingActivations } from '../src/features/protocol/activation/process-waiting-activations.ts';
import { hour } from './durations.ts';
import { failureOf } from './failure-of.ts';
import { operatorAtDesk, type TestOperator } from './operators.ts';
import type { Person } from './people.ts';
import { activationOf, family, type TrustedPerson } from './protocol.ts';
import type { TestProduct } from './test-product.ts';

interface OwnerWithTwoContacts {
  owner: Person;
  first: TrustedPerson;
  second: TrustedPerson;
}

/** An owner with two contacts who may both start an activation. */
export async function ownerWithTwoContacts(product: TestProduct): Promise<OwnerWithTwoContacts> {
  const { owner, contacts } = await family(product, 2);
  const [first, second] = contacts;
  if (!first || !second) throw new Error('two contacts were wanted');
  return { owner, first, second };
}

export const start = (owner: Person, contact: TrustedPerson, pin?: string) =>
  contact.browser.startActivation({ body: activationOf(owner, contact, pin) });

export const errorCodeOf = async (call: Promise<unknown>) => (await failureOf(call)).code;

/** Names of the mails to an address, once at least `count` have arrived. */
export async function mailNamesTo(product: TestProduct, email: string, count: number) {
  const mails = await product.mailbox.receive(email, count);
  return mails.map(({ message_id }) => message_id.replace(/^<([a-z_]+)\..*$/, '$1'));
}

/** Sets release rules immediately; the product would delay a change to weaker rules. */
export async function setReleaseRules(
  { database, clock }: TestProduct,
  owner: Pick<Person, 'userId'>,
  waitingHours: WaitingHours,
  needsSecond = false,
): Promise<void> {
  await database.rows(sql`
    insert into protocol_rules (user_id, waiting_hours, needs_second, chosen_at)
    values (${owner.userId}, ${waitingHours}, ${needsSecond}, ${clock.now().toISOString()})
    on conflict (user_id) do update
      set waiting_hours = excluded.waiting_hours, needs_second = excluded.needs_second`);
}

export function onlyContact(contacts: readonly TrustedPerson[]): TrustedPerson {
  const [contact] = contacts;
  if (!contact) throw new Error('a contact was wanted');
  return contact;
}

/** Runs the job that processes waiting activations. */
export const processWaiting = (product: TestProduct) =>
  processWaitingActivations(product.ctx, new AbortController().signal);

/** Simulates downtime: the clock advances without a heartbeat of any worker. */
export async function simulateDowntime(
  { database, clock }: Pick<TestProduct, 'database' | 'clock'>,
  milliseconds: number,
): Promise<void> {
  clock.advance(milliseconds);
  await database.rows(sql`
    update worker_heartbeats set seen_at = seen_at - ${milliseconds / 1000} * interval '1 second'`);
}

/** Release time of an owner's waiting activation. */
export async function releaseAtOf(
  { database }: TestProduct,
  owner: Pick<Person, 'userId'>,
): Promise<Date | undefined> {
  const [row] = await database.rows<{ release_at: Date | string }>(sql`
    select release_at from activation_requests
    where deceased_user_id = ${owner.userId} and status = 'waiting'`);
  return row && new Date(row.release_at);
}

/** Refunds of a payer's activation payments, including those of deleted activations. */
export function refundsOf({ database }: TestProduct, payer: Pick<Person, 'userId'>) {
  return database.rows<{ reason: string; amount_kopecks: number }>(sql`
    select refund.reason, refund.amount_kopecks from refunds refund
    inner join payments payment on payment.id = refund.payment_id
    where payment.user_id = ${payer.userId} order by refund.created_at, refund.id`);
}

/** Enqueued mails, oldest first. The product must run no jobs, which would send them. */
export async function enqueuedMails({ database }: TestProduct, activationId?: string) {
  const rows = await database.rows<{ name: string; ids: Record<string, string> }>(sql`
    select data->>'mail' as name, data->'ids' as ids from pgboss.job where name = 'mail'
    order by created_on, id`);
  return rows
    .filter(({ ids }) => !activationId || ids.activation_id === activationId)
    .map(({ name, ids }) => ({ name, ...ids }));
}

/** Names of the enqueued mails, each with its stage, state or step. */
export async function mailStagesOf(product: TestProduct, activationId: string) {
  const mails: { name: string; stage?: string; state?: string; step?: string }[] =
    await enqueuedMails(product, activationId);
  return mails.map(({ name, stage, state, step }) =>
    [name, stage ?? state ?? step].filter(Boolean).join(' '),
  );
}

/** An owner with two contacts who doubt each other's starts. */
export function doubtFixture(productOf: () => TestProduct) {
  return {
    async household(waiting: 0 | 24 | 72 = 72, needsSecond = true) {
      const pair = await ownerWithTwoContacts(productOf());
      await setReleaseRules(productOf(), pair.owner, waiting, needsSecond);
      const ask = (by: TrustedPerson) =>
        by.browser.requestAgreement({
          body: { deceased_user_id: pair.owner.userId, trusted_contact_id: by.contactId },
        });
      return { ...pair, ask };
    },
    async decide(id: string, verdict: DoubtVerdict) {
      await decideListedDoubt(await operatorAtDesk(productOf()), id, verdict);
    },
    /** Advances the clock past the release time and runs the job. */
    async passUntilRelease(owner: Parameters<typeof releaseAtOf>[1]) {
      const { clock } = productOf();
      const releaseAt = (await releaseAtOf(productOf(), owner)) ?? new Date(0);
      clock.advance(releaseAt.getTime() - clock.now().getTime() + hour);
      await processWaiting(productOf());
    },
    names: (id: string) => mailStagesOf(productOf(), id),
  };
}

/** Decides as an operator who has seen the latest doubt. */
export async function decideListedDoubt(
  { browser, code }: TestOperator,
  id: string,
  verdict: DoubtVerdict,
): Promise<void> {
  const { doubts } = await browser.listDoubts();
  const listed = doubts.find((row) => row.id === id);
  const last_doubted_at = listed?.last_doubted_at ?? new Date(0).toISOString();
  await browser.decideDoubt({ params: { id }, body: { code: code(), verdict, last_doubted_at } });
}

export const answerAgreement = (by: TrustedPerson, id: string, agrees: boolean) =>
  by.browser.answerAgreement({ params: { id }, body: { agrees } });
export const withdraw = (by: TrustedPerson, id: string) =>
  by.browser.withdrawDoubt({ params: { id } });
export const legacyOf = async (who: TrustedPerson) =>
  (await who.browser.listLegacies()).legacies[0];
