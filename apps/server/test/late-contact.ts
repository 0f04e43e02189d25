import { mailWith } from './binding.ts';
import type { Person } from './people.ts';
import { activationsOf, family, payFor, type TrustedPerson } from './protocol.ts';
import type { TestProduct } from './test-product.ts';
import { nameContact, writeInstruction } from './vault-fixtures.ts';

export interface LateContact {
  owner: Person;
  /** The contact who activated. */
  activator: TrustedPerson;
  /** Somebody who had not answered, with a letter that is kept for them. */
  late: { id: string; email: string };
  /** A letter for both, and one for the late contact alone. */
  shared: string;
  alone: string;
}

/** A protocol that was activated before one of the contacts had answered. */
export async function activatedTooEarly(
  product: TestProduct,
  before: (owner: Person, late: LateContact['late']) => Promise<unknown> = async () => {},
): Promise<LateContact> {
  const { owner, contacts } = await family(product);
  const [activator] = contacts;
  if (!activator) throw new Error('a contact was wanted');
  const late = await nameContact(owner);
  const both = [activator.contactId, late.id];
  const shared = await writeInstruction(owner, { trusted_contact_ids: both });
  const alone = await writeInstruction(owner, { trusted_contact_ids: [late.id] });
  await before(owner, late);
  await payFor(owner, activator);
  return { owner, activator, late, shared: shared.id, alone: alone.id };
}

/** The secret in the mail that asks somebody again, once it is there. */
export async function lateTokenOf(product: TestProduct, email: string): Promise<string> {
  const { text } = await mailWith(product, email, 'ссылка действует год');
  const [, token] = text.match(/\/invitation#token=(\S+)$/m) ?? [];
  if (!token) throw new Error(`no link in:\n${text}`);
  return token;
}

export async function statusOf(product: TestProduct, { owner }: LateContact) {
  return (await activationsOf(product.database, owner)).at(-1);
}
