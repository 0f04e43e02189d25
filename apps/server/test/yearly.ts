import { requestReconfirmations } from '../src/features/people/contacts/reconfirmation/request-reconfirmations.ts';
import { invitedContact, onlyContactOf } from './contacts.ts';
import type { Person } from './people.ts';
import type { TestProduct } from './test-product.ts';

export const dayMs = 24 * 60 * 60 * 1000;

/** An owner with one contact who has accepted by the link; the keepsake has arrived. */
export async function acceptedContact(product: TestProduct) {
  const invited = await invitedContact(product);
  await product.browser().acceptInvitation({ body: { token: invited.token } });
  await product.mailbox.latest(invited.contact.email, 2);
  return invited;
}

/** Lets days pass and the daily job run once. Sessions do not live that long. */
export async function askAfter(product: TestProduct, days: number): Promise<void> {
  product.clock.advance(days * dayMs);
  await requestReconfirmations(product.ctx);
}

/** The contact as the owner sees it, signed in again. */
export async function contactAsSeenBy(owner: Person) {
  await signInAgain(owner);
  return onlyContactOf(owner);
}

export async function signInAgain({ browser, email, password }: Person): Promise<void> {
  await browser.signIn({ body: { email, password } });
}

export function stillHereToken({ text }: { text: string }): string {
  const [, token] = text.match(/\/still-here#token=(\S+)$/m) ?? [];
  if (!token) throw new Error(`no link in:\n${text}`);
  return token;
}
