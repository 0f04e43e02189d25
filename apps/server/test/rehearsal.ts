import type { RehearsalView } from '@zavet/contract/rehearsal/rehearsal-schemas';
import { type Person, signedInPerson } from './people.ts';
import { type TrustedPerson, trustedPersonOf } from './protocol.ts';
import type { TestProduct } from './test-product.ts';

export const ownersPin = '246810';

/** The secret in the link of a test mail. */
export function rehearsalTokenIn({ text }: { text: string }): string {
  const [, token] = text.match(/\/rehearsal-answer#token=(\S+)$/m) ?? [];
  if (!token) throw new Error(`no link in:\n${text}`);
  return token;
}

/** An owner with so many confirmed contacts. */
export async function ownerWithContacts(product: TestProduct, size = 1) {
  const owner = await signedInPerson(product);
  const contacts: TrustedPerson[] = [];
  for (let count = 0; count < size; count++) contacts.push(await trustedPersonOf(product, owner));
  return { owner, contacts };
}

/** Starts a rehearsal and gives the token that every contact got. */
export async function startedRehearsal(
  product: TestProduct,
  owner: Person,
  contacts: readonly Pick<Person, 'email'>[],
): Promise<string[]> {
  await owner.browser.startRehearsal({ body: {} });
  return Promise.all(contacts.map(({ email }) => tokenOf(product, email)));
}

export async function tokenOf(product: TestProduct, email: string): Promise<string> {
  // Before it lie the confirmation of the account and the invitation.
  const mail = await product.mailbox.latest(email, 3);
  return rehearsalTokenIn(mail);
}

/** The newest rehearsal as its owner sees it. */
export async function latestOf({ browser }: Person): Promise<RehearsalView> {
  const [latest] = (await browser.getRehearsals()).rehearsals;
  if (!latest) throw new Error('no rehearsal');
  return latest;
}

/** What every contact and every recipient came to. */
export async function statesOf(owner: Person) {
  return (await latestOf(owner)).parts.map(({ kind, state }) => [kind, state]);
}
