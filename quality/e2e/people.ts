import { randomInt, randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { moscowDay } from '@zavet/contract/days';
import { editionsInForce, legalEditions } from '@zavet/contract/identity/editions';
import type { DocumentsView } from '@zavet/contract/identity/legal-endpoints';
import type { Locale } from '@zavet/contract/locales';
import { locale, words } from './in-locale.ts';
import type { Mailbox } from './mailbox.ts';

export interface Person {
  email: string;
  password: string;
}

export const strongPassword = 'Correct-horse-1';

export function newAddress(): string {
  return `journey-${randomUUID()}@example.org`;
}

export function newNetworkAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

/** Signs up through the API; the request context keeps the cookies. */
async function requestAccount(
  request: APIRequestContext,
  email: string,
  language: Locale = locale,
): Promise<void> {
  await post(request, '/api/account', {
    email,
    password: strongPassword,
    confirm_password: strongPassword,
    accepted: editionsInForce(legalEditions, moscowDay(new Date())),
    preferred_language: language,
  });
}

/** Creates a confirmed account. The browser is signed in, as if it had opened the link. */
export async function signUpPerson(
  request: APIRequestContext,
  mailbox: Mailbox,
  { email = newAddress(), language = locale }: { email?: string; language?: Locale } = {},
): Promise<Person> {
  await requestAccount(request, email, language);
  const link = await mailbox.newestLink(email, '/verify#type=signup');
  await post(request, '/api/account/verification', {
    token: tokenOf(link),
  });
  await acceptUpcomingDocuments(request);
  return { email, password: strongPassword };
}

/** Sets the name of the signed-in person. */
export async function setOwnName(
  request: APIRequestContext,
  first_name: string,
  last_name: string,
): Promise<void> {
  words.addContent(first_name, last_name, `${first_name} ${last_name}`);
  const data = { first_name, last_name, date_of_birth: null };
  const response = await request.patch('/api/profile/basic-info', { data });
  if (!response.ok()) throw new Error(`Setting the name was answered with ${response.status()}`);
}

/** Accepts announced documents ahead of time, so that a journey sees the same screens on every day. */
export async function acceptUpcomingDocuments(request: APIRequestContext): Promise<void> {
  const { coming }: DocumentsView = await (await request.get('/api/documents')).json();
  for (const day of new Set(coming.map(({ edition }) => edition))) {
    const accepted = coming
      .filter(({ edition }) => edition === day)
      .map(({ document, edition }) => [document, edition]);
    await post(request, '/api/documents/acceptances', { accepted: Object.fromEntries(accepted) });
  }
}

/** The token of a mailed link. */
export function tokenOf(link: string): string {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  if (!token) throw new Error(`No token in ${link}.`);
  return token;
}

export async function signInPerson(request: APIRequestContext, person: Person): Promise<void> {
  await post(request, '/api/session', person);
}

async function post(request: APIRequestContext, path: string, data: object): Promise<void> {
  const response = await request.post(path, { data });
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}`);
}
