import { randomBytes } from 'node:crypto';
import type { PlanProduct } from '@zavet/contract/billing/plan-catalogue';
import { addMonths, moscowDay } from '@zavet/contract/days';
import { sql } from 'drizzle-orm';
import { buy, type PayingProduct } from './payment-fixture.ts';
import { type Person, signedInPerson } from './people.ts';
import { type TrustedPerson, trustedPersonOf } from './protocol.ts';
import { addContact, attachLarge, writeInstruction } from './vault-fixtures.ts';

export interface LapsingFamily {
  owner: Person;
  contacts: TrustedPerson[];
  /** The first unpaid day. */
  end: string;
  filesOf(): Promise<number>;
}

/**
 * An owner with 36 MB of files, no saved card, confirmed contacts and a contact who has not
 * answered.
 */
export async function lapsingFamily(product: PayingProduct, size = 2): Promise<LapsingFamily> {
  const owner = await signedInPerson(product);
  const contacts: TrustedPerson[] = [];
  for (let count = 0; count < size; count++) contacts.push(await trustedPersonOf(product, owner));
  await buy(product, owner, 'storage_300_monthly');
  const unanswered = await addContact(owner);
  const { id } = await writeInstruction(owner, {
    trusted_contact_ids: [unanswered.id, ...contacts.map(({ contactId }) => contactId)],
  });
  await attachLarge(product, owner, id, ['1.txt', '2.txt', '3.txt', '4.txt']);
  await owner.browser.removePaymentMethod();
  return {
    owner,
    contacts,
    end: addMonths(moscowDay(product.clock.now()), 1),
    filesOf: async () =>
      (
        await product.database.rows(
          sql`select id from instruction_files where user_id = ${owner.userId}`,
        )
      ).length,
  };
}

/** Request body of a plan gift. */
export function giftOf(
  owner: Pick<Person, 'userId'>,
  contact: Pick<TrustedPerson, 'contactId'>,
  plan_id: PlanProduct = 'storage_300_monthly',
  amount = 300,
) {
  const crt = randomBytes(32).toString('base64url');
  return {
    owner_id: owner.userId,
    trusted_contact_id: contact.contactId,
    plan_id,
    amount,
    return_url: `http://zavet.test/yookassa-return?type=plan_gift&crt=${crt}`,
    client_return_token: crt,
  };
}

/** Opens a gift payment and returns its id at the provider. */
export async function openGift(
  { standIn }: PayingProduct,
  contact: TrustedPerson,
  body: ReturnType<typeof giftOf>,
) {
  const { payment_id } = await contact.browser.payForOwner({ body });
  const found = standIn.control
    .payments()
    .find(({ metadata }) => metadata?.payment_id === payment_id);
  if (!found) throw new Error(`the provider has no payment for ${payment_id}`);
  return { payment_id, provider_id: found.id, crt: body.client_return_token };
}

/** Refreshes the gift payment as the return page does. */
export function giftStatus({ browser }: Person, crt: string) {
  return browser.refreshPaymentStatus({ body: { action: 'refresh-payment-status', crt } });
}
