import { randomUUID } from 'node:crypto';
import { moscowDay } from '@zavet/contract/days';
import { editionsInForce, legalEditions } from '@zavet/contract/identity/editions';
import {
  confirmEmail,
  createAccount,
} from '../src/features/identity/account/account-repository.ts';
import { createPasswords } from '../src/features/identity/account/passwords/passwords.ts';
import { createProfile } from '../src/features/identity/account/profile/profile-repository.ts';
import type { Browser } from './browser.ts';
import { quickHashes, type TestProduct } from './test-product.ts';

export const strongPassword = 'Correct-horse-1';

export const acceptances = editionsInForce(legalEditions, moscowDay(new Date()));

export interface Person {
  email: string;
  password: string;
  browser: Browser;
  userId: string;
}

export function newAddress(): string {
  return `person-${randomUUID()}@example.org`;
}

/** A non-ASCII address as stored (`kept`), as typed, and as in a mail header (`wire`). */
export function cyrillicAddress() {
  const kept = `андрей-${randomUUID()}@почта.рф`;
  return {
    kept,
    typed: ` ${kept.normalize('NFD').toUpperCase()}`,
    wire: kept.replace('почта.рф', 'xn--80a1acny.xn--p1ai'),
  };
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

/** Signs up through the API and confirms the address by the mailed link. */
export async function signedUpPerson(
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

const passwordHash = createPasswords(quickHashes).hash(strongPassword);

/** A signed-in person with a confirmed account, created in the database: faster than signing up. */
export async function signedInPerson(
  { database, clock, browser: open }: Pick<TestProduct, 'database' | 'clock' | 'browser'>,
  browser = open(),
  email = newAddress(),
): Promise<Person> {
  const now = clock.now();
  const userId = await createAccount(database, email, await passwordHash, now);
  await confirmEmail(database, userId, now);
  await createProfile(database, userId, 'ru', now);
  await browser.signIn({ body: { email, password: strongPassword } });
  return { email, password: strongPassword, browser, userId };
}

/** Starts a new session with a fresh proof of the password. */
export async function signInAgain({ browser, email, password }: Person): Promise<void> {
  await browser.signIn({ body: { email, password } });
}
