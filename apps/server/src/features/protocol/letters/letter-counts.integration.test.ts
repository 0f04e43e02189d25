import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  letterTokenIn,
  type ProductWithMailServer,
  startWithMailServer,
} from '../../../../test/letters.ts';
import { newAddress } from '../../../../test/people.ts';
import { family, payFor, trustedPersonOf } from '../../../../test/protocol.ts';
import type { TestProduct } from '../../../../test/test-product.ts';
import { addContact, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { recordBouncedLetter } from './record-bounce.ts';

let postal: ProductWithMailServer;
let product: TestProduct;
beforeAll(async () => {
  postal = await startWithMailServer();
  product = postal.product;
});
afterAll(() => postal.stop());

const outcomes = ['accepted', 'later', 'refused', 'unknown', 'bounced', 'opened'] as const;
type Outcome = (typeof outcomes)[number];
const codes: Record<Outcome, { code: number; unknown?: boolean }> = {
  accepted: { code: 250 },
  later: { code: 451 },
  refused: { code: 552 },
  unknown: { code: 550, unknown: true },
  bounced: { code: 250 },
  opened: { code: 250 },
};

/** Recipients with the outcomes of their mails, and the recipients of each instruction. */
const cases = fc.record({
  activator: fc.constantFrom(...outcomes),
  agreed: fc.array(fc.constantFrom(...outcomes), { maxLength: 1 }),
  silent: fc.nat({ max: 1 }),
  named: fc.array(fc.constantFrom(...outcomes), { minLength: 1, maxLength: 2 }),
  instructions: fc.array(
    fc.record({
      contacts: fc.uniqueArray(fc.nat({ max: 2 })),
      named: fc.option(fc.nat({ max: 1 })),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  isClosed: fc.boolean(),
});

type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never;

/** Writes and sends the letters of a case. Returns their expected number. */
async function releaseCase(one: Case) {
  const { owner, contacts } = await family(product);
  const [activator] = contacts;
  if (!activator) throw new Error('no contact');
  const agreed = await Promise.all(one.agreed.map(() => trustedPersonOf(product, owner)));
  const silent = [];
  for (let count = 0; count < one.silent; count++) silent.push(await addContact(owner));
  const ids = [activator.contactId, ...agreed.map(({ contactId }) => contactId)];
  const all = [...ids, ...silent.map(({ id }) => id)];
  const addresses = one.named.map(() => newAddress());
  let expected = 1;
  for (const { contacts: places, named } of one.instructions) {
    const chosen = [...new Set(places.map((place) => all[place % all.length] ?? ''))];
    const trusted_contact_ids = chosen.length > 0 ? chosen : [activator.contactId];
    const recipient_email = named === null ? '' : (addresses[named % addresses.length] ?? '');
    await writeInstruction(owner, { trusted_contact_ids, recipient_email });
    expected += trusted_contact_ids.length + (recipient_email ? 1 : 0);
  }
  const people = [
    { email: activator.email, outcome: one.activator },
    ...agreed.map(({ email }, place) => ({ email, outcome: one.agreed[place] ?? 'accepted' })),
    ...addresses.map((email, place) => ({ email, outcome: one.named[place] ?? 'accepted' })),
  ];
  for (const { email, outcome } of people) postal.standIn.answer(email, codes[outcome]);
  await payFor(owner, activator);
  const [activation] = await product.database.rows<{ id: string }>(
    sql`select id from activation_requests where deceased_user_id = ${owner.userId}`,
  );
  const activationId = activation?.id ?? '';
  await postal.sendDueLetters({ owner, activator, recipient: '', activationId });
  for (const { email, outcome } of people) await applyOutcome(email, outcome);
  if (one.isClosed) await owner.browser.closeLetters();
  return { owner, activator, activationId, expected };
}

async function applyOutcome(email: string, outcome: Outcome): Promise<void> {
  const [mail] = postal.lettersTo(email);
  if (!mail) return;
  const mail_id = mail.message_id.match(/^<delivery\.([^@]+)@/)?.[1] ?? '';
  if (outcome === 'opened') {
    await product.browser().openDeliveryLink({ body: { token: letterTokenIn(mail.text) ?? '' } });
  }
  if (outcome !== 'bounced') return;
  await recordBouncedLetter(product.ctx, {
    ...{ mail_id, permanent: true, isAddressUnknown: false, status: '5.2.1' },
    ...{ reply: 'the mailbox is gone', reported_at: product.clock.now() },
  });
}

const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);

it('counts every letter once for owner and activator, with any outcomes', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const { owner, activator, activationId, expected } = await releaseCase(one);
      const { protocol } = await owner.browser.getOwnProtocol();
      if (!protocol) throw new Error('no protocol');
      const { progress, deliveries } = protocol;
      const { total, accepted, waiting, unreachable, withheld, closed, opened } = progress;
      expect(total).toBe(expected);
      expect(accepted + waiting + unreachable + withheld + closed).toBe(total);
      const inState = (state: string) => deliveries.filter((letter) => letter.state === state);
      expect(deliveries).toHaveLength(total);
      expect([accepted, waiting, unreachable, withheld, closed]).toEqual(
        ['accepted', 'queued', 'unreachable', 'withheld', 'closed'].map(
          (state) => inState(state).length,
        ),
      );
      expect(deliveries.filter(({ opened_at }) => opened_at !== null)).toHaveLength(opened);
      // A bounced letter is not accepted.
      const bounced = deliveries.filter(({ bounced_at }) => bounced_at !== null);
      expect(bounced.filter(({ state }) => state === 'accepted')).toEqual([]);
      const params = { id: activationId };
      const view = await activator.browser.getActivation({ params });
      expect(view.progress).toEqual(progress);
      const refused = inState('queued').filter(({ recipient_email }) =>
        view.unreached.some((row) => row.recipient_email === recipient_email),
      );
      expect(sum(view.unreached.map(({ letters }) => letters))).toBe(refused.length + unreachable);
      expect(sum(view.left_out.map(({ letters }) => letters))).toBe(withheld);
      const { legacies } = await activator.browser.listLegacies();
      expect(legacies[0]?.activation?.progress).toEqual(progress);
      const mine = deliveries.filter(({ recipient_email }) => recipient_email === activator.email);
      expect(legacies[0]?.instruction_count).toBe(mine.length);
    }),
    { numRuns: process.env.LONG_PROOFS ? 40 : 4 },
  );
});
