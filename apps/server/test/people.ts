import { randomUUID } from 'node:crypto';
import { legalDocuments } from '@zavet/contract/legal-documents';
import type { Browser } from './browser.ts';
import type { TestProduct } from './test-product.ts';

export const strongPassword = 'Correct-horse-1';

export const acceptances = {
  privacy_policy: legalDocuments.privacy_policy.version,
  terms_of_use: legalDocuments.terms_of_use.version,
  public_offer: legalDocuments.public_offer.version,
};

export interface Person {
  email: string;
  password: string;
  browser: Browser;
  userId: string;
}

export function newAddress(): string {
  return `person-${randomUUID()}@example.org`;
}

export function signUpBody(email: string, password = strongPassword) {
  return {
    email,
    password,
    confirm_password: password,
    accepted: acceptances,
    preferred_language: 'ru' as const,
  };
}

/** Someone with a confirmed account, signed in. */
export async function signedInPerson(
  product: Pick<TestProduct, 'browser' | 'mailbox'>,
  browser = product.browser(),
): Promise<Person> {
  const email = newAddress();
  await browser.signUp({ body: signUpBody(email) });
  const mail = await product.mailbox.latest(email);
  const { session } = await browser.verifyEmail({ body: { token: mail.tokenOf('signup') } });
  if (!session) throw new Error('confirming in the same browser did not sign in');
  return { email, password: strongPassword, browser, userId: session.user.id };
}
