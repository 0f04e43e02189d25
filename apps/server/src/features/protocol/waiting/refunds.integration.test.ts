import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteAccountOf } from '../../../../test/binding.ts';
import { answer, decideAsListed } from '../../../../test/doubts.ts';
import { operatorAtDesk } from '../../../../test/operators.ts';
import type { Person } from '../../../../test/people.ts';
import { family, payFor, type TrustedPerson, trustedPersonOf } from '../../../../test/protocol.ts';
import { stopTokenFor } from '../../../../test/requests.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { chooseWaiting, hour, onlyContact, watch } from '../../../../test/waiting.ts';
import { refundOrphaned } from '../activation/on-departure.ts';
import { reviewAfterDeparture } from '../activation/process-waiting-activations.ts';


interface Paid {
  owner: Person;
  payer: TrustedPerson;
  instructionId: string;
  activationId: string;
  paymentId: string;
  code: string;
}

/** Every way in which a paid activation ends without letters by the act of another than its payer. */
const endings: Record<string, (paid: Paid) => Promise<unknown>> = {
  'a veto on the screen': ({ owner }) => owner.browser.stopOwnProtocol(),
  'a veto by a mailed link': async ({ activationId }) => {
    const token = await stopTokenFor(product, activationId);
    return product.browser().stopProtocol({ body: { token } });
  },
  'a veto by the code on paper': ({ code }) => product.browser().stopProtocol({ body: { code } }),
  'an upheld doubt': async ({ owner, activationId }) => {
    const other = await trustedPersonOf(product, owner);
    await answer(other, activationId, false);
    await decideAsListed(await operatorAtDesk(product), activationId, 'upheld');
  },
  'the removal of the contact': async ({ owner, payer }) => {
    await owner.browser.deleteContact({ params: { id: payer.contactId }, query: {} });
    await reviewAfterDeparture(product.ctx, owner.userId);
  },
  'nothing left to deliver': async ({ owner, instructionId }) => {
    await owner.browser.deleteInstruction({ params: { id: instructionId } });
    product.clock.advance(25 * hour);
    await watch(product);
  },
  'the end of the owner’s account': async ({ owner, paymentId }) => {
    await deleteAccountOf(owner);
    await refundOrphaned(product.ctx, paymentId);
  },
};

async function paid(): Promise<Paid> {
  const { owner, contacts, instruction } = await family(product);
  const payer = onlyContact(contacts);
  await chooseWaiting(product, owner, 24);
  const { code } = await owner.browser.makeStopCode();
  await payFor(owner, payer);
  const [row] = await product.database.rows<{ id: string; payment_id: string }>(sql`
    select id, payment_id from activation_requests where deceased_user_id = ${owner.userId}`);
  const ids = { activationId: row?.id ?? '', paymentId: row?.payment_id ?? '' };
  return { owner, payer, instructionId: instruction.id, code, ...ids };
}

describe.each(Object.entries(endings))('the fee goes back once and in full after %s', (_, end) => {
  it.each([
    ['the payer still has an account', async (_payer: TrustedPerson) => {}],
    ['the payer closed the account', (payer: TrustedPerson) => deleteAccountOf(payer)],
  ])('where %s', async (_who, leave) => {
    const one = await paid();
    await leave(one.payer);
    await end(one);
    expect(
      await product.database.rows(sql`
        select amount_kopecks from refunds where payment_id = ${one.paymentId}`),
    ).toEqual([{ amount_kopecks: 700_000 }]);
  });
});
