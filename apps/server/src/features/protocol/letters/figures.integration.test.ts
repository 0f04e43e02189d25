import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkIn, type PostalProduct, startPostalProduct } from '../../../../test/letters.ts';
import { newAddress } from '../../../../test/people.ts';
import { family, payFor, trustedPersonOf } from '../../../../test/protocol.ts';
import type { TestProduct } from '../../../../test/test-product.ts';
import { nameContact, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { recordBouncedLetter } from './record-bounce.ts';

let postal: PostalProduct;
let product: TestProduct;
beforeAll(async () => {
  postal = await startPostalProduct();
  product = postal.product;
});
afterAll(() => postal.stop());

const fates = ['taken', 'later', 'refused', 'unknown', 'bounced', 'opened'] as const;
type Fate = (typeof fates)[number];
const codes: Record<Fate, { code: number; unknown?: boolean }> = {
  taken: { code: 250 },
  later: { code: 451 },
  refused: { code: 552 },
  unknown: { code: 550, unknown: true },
  bounced: { code: 250 },
  opened: { code: 250 },
};

/** Who there is beside the contact who activates, and for whom each instruction is. */
const cases = fc.record({
  activator: fc.constantFrom(...fates),
  agreed: fc.array(fc.constantFrom(...fates), { maxLength: 1 }),
  silent: fc.nat({ max: 1 }),
  named: fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 2 }),
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

/** Writes, starts and sends all of it; says how many letters the owner meant. */
async function play(one: Case) {
  const { owner, contacts } = await family(product);
  const [activator] = contacts;
  if (!activator) throw new Error('a contact was wanted');
  const agreed = await Promise.all(one.agreed.map(() => trustedPersonOf(product, owner)));
  const silent = [];
  for (let count = 0; count < one.silent; count++) silent.push(await nameContact(owner));
  const ids = [activator.contactId, ...agreed.map(({ contactId }) => contactId)];
  const all = [...ids, ...silent.map(({ id }) => id)];
  const addresses = one.named.map(() => newAddress());
  let meant = 1;
  for (const { contacts: places, named } of one.instructions) {
    const chosen = [...new Set(places.map((place) => all[place % all.length] ?? ''))];
    const trusted_contact_ids = chosen.length > 0 ? chosen : [activator.contactId];
    const recipient_email = named === null ? '' : (addresses[named % addresses.length] ?? '');
    await writeInstruction(owner, { trusted_contact_ids, recipient_email });
    meant += trusted_contact_ids.length + (recipient_email ? 1 : 0);
  }
  const people = [
    { email: activator.email, fate: one.activator },
    ...agreed.map(({ email }, place) => ({ email, fate: one.agreed[place] ?? 'taken' })),
    ...addresses.map((email, place) => ({ email, fate: one.named[place] ?? 'taken' })),
  ];
  for (const { email, fate } of people) postal.standIn.answer(email, codes[fate]);
  await payFor(owner, activator);
  const [activation] = await product.database.rows<{ id: string }>(
    sql`select id from activation_requests where deceased_user_id = ${owner.userId}`,
  );
  const activationId = activation?.id ?? '';
  await postal.work({ owner, activator, recipient: '', activationId });
  for (const { email, fate } of people) await meet(email, fate);
  if (one.isClosed) await owner.browser.closeLetters();
  return { owner, activator, activationId, meant };
}

async function meet(email: string, fate: Fate): Promise<void> {
  const [mail] = postal.takenBy(email);
  if (!mail) return;
  const mail_id = mail.message_id.match(/^<delivery\.([^@]+)@/)?.[1] ?? '';
  if (fate === 'opened') {
    await product.browser().openDeliveryLink({ body: { token: linkIn(mail.text) ?? '' } });
  }
  if (fate !== 'bounced') return;
  await recordBouncedLetter(product.ctx, {
    ...{ mail_id, permanent: true, isAddressUnknown: false, status: '5.2.1' },
    ...{ reply: 'the mailbox is gone', reported_at: product.clock.now() },
  });
}

const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);

it('the figures of the owner and of who activated add up to what was meant, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const { owner, activator, activationId, meant } = await play(one);
      const { protocol } = await owner.browser.getOwnProtocol();
      if (!protocol) throw new Error('the protocol is in effect');
      const { progress, deliveries } = protocol;
      const { total, accepted, waiting, unreachable, withheld, closed, opened } = progress;
      expect(total).toBe(meant);
      expect(accepted + waiting + unreachable + withheld + closed).toBe(total);
      const having = (state: string) => deliveries.filter((letter) => letter.state === state);
      expect(deliveries).toHaveLength(total);
      expect([accepted, waiting, unreachable, withheld, closed]).toEqual(
        ['accepted', 'queued', 'unreachable', 'withheld', 'closed'].map(
          (state) => having(state).length,
        ),
      );
      expect(deliveries.filter(({ opened_at }) => opened_at !== null)).toHaveLength(opened);
      // Nobody is called delivered whose mail came back.
      const bounced = deliveries.filter(({ bounced_at }) => bounced_at !== null);
      expect(bounced.filter(({ state }) => state === 'accepted')).toEqual([]);
      const params = { id: activationId };
      const view = await activator.browser.getActivation({ params });
      expect(view.progress).toEqual(progress);
      const refused = having('queued').filter(({ recipient_email }) =>
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
