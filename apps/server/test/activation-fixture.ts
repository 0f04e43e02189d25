import { failureOf } from './failure-of.ts';
import type { Person } from './people.ts';
import { activationOf, family, type TrustedPerson } from './protocol.ts';
import type { TestProduct } from './test-product.ts';

interface Pair {
  owner: Person;
  first: TrustedPerson;
  second: TrustedPerson;
}

/** An owner with two contacts, either of whom may start the protocol. */
export async function pairOf(product: TestProduct): Promise<Pair> {
  const { owner, contacts } = await family(product, 2);
  const [first, second] = contacts;
  if (!first || !second) throw new Error('two contacts were wanted');
  return { owner, first, second };
}

export const start = (owner: Person, contact: TrustedPerson, pin?: string) =>
  contact.browser.startActivation({ body: activationOf(owner, contact, pin) });

export const codeOf = async (call: Promise<unknown>) => (await failureOf(call)).code;

/** The kinds of mails that an address got, once there are at least `count`. */
export async function mailKinds(product: TestProduct, email: string, count: number) {
  const mails = await product.mailbox.receive(email, count);
  return mails.map(({ message_id }) => message_id.replace(/^<([a-z_]+)\..*$/, '$1'));
}
