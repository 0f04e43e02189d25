import type { DoubtVerdict } from '@zavet/contract/protocol/protocol-values';
import { pairOf } from './activation-fixture.ts';
import { hour } from './durations.ts';
import { operatorAtDesk, type TestOperator } from './operators.ts';
import type { TrustedPerson } from './protocol.ts';
import type { TestProduct } from './test-product.ts';
import { chooseWaiting, orderedMails, releaseAtOf, watch } from './waiting.ts';

/** An owner with two contacts who doubt each other's starts, and an operator who decides. */
export function doubtFixture(productOf: () => TestProduct) {
  return {
    async household(waiting: 0 | 24 | 72 = 72, needsSecond = true) {
      const pair = await pairOf(productOf());
      await chooseWaiting(productOf(), pair.owner, waiting, needsSecond);
      const ask = (by: TrustedPerson) =>
        by.browser.requestAgreement({
          body: { deceased_user_id: pair.owner.userId, trusted_contact_id: by.contactId },
        });
      return { ...pair, ask };
    },
    async decide(id: string, verdict: DoubtVerdict) {
      await decideAsListed(await operatorAtDesk(productOf()), id, verdict);
    },
    /** The day of release comes, and the job looks. */
    async passUntilRelease(owner: Parameters<typeof releaseAtOf>[1]) {
      const { clock } = productOf();
      const releaseAt = (await releaseAtOf(productOf(), owner)) ?? new Date(0);
      clock.advance(releaseAt.getTime() - clock.now().getTime() + hour);
      await watch(productOf());
    },
    names: async (id: string) => (await orderedMails(productOf(), id)).map(({ name }) => name),
  };
}

/** An operator decides about the doubts that the desk lists. */
export async function decideAsListed(
  { browser, code }: TestOperator,
  id: string,
  verdict: DoubtVerdict,
): Promise<void> {
  const { doubts } = await browser.listDoubts();
  const listed = doubts.find((row) => row.id === id);
  const last_doubted_at = listed?.last_doubted_at ?? new Date(0).toISOString();
  await browser.decideDoubt({ params: { id }, body: { code: code(), verdict, last_doubted_at } });
}

export const answer = (by: TrustedPerson, id: string, agrees: boolean) =>
  by.browser.answerAgreement({ params: { id }, body: { agrees } });
export const withdraw = (by: TrustedPerson, id: string) =>
  by.browser.withdrawDoubt({ params: { id } });
export const cardOf = async (who: TrustedPerson) => (await who.browser.listLegacies()).legacies[0];
