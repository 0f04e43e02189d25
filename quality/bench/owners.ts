import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, requestOf } from '@zavet/contract/client';
import { moscowDay } from '@zavet/contract/days';
import { endpoints } from '@zavet/contract/endpoints';
import type { SessionView } from '@zavet/contract/identity/account-schemas';
import { editionsInForce, legalEditions } from '@zavet/contract/identity/editions';
import { type BenchServer, newCallerAddress } from './server.ts';

export const password = 'Correct-horse-1';

export interface Owner {
  email: string;
  user_id: string;
  /** The session cookie; valid for 15 minutes. */
  cookie: string;
  /** The cookie of a known browser. */
  device?: string;
}

/** An address at one of many domains, because the product limits mails per domain. */
export function newEmail(): string {
  const id = randomUUID();
  return `bench-${id}@${id.slice(0, 2)}.example.org`;
}

export const signUpBody = (email: string) => ({
  email,
  password,
  confirm_password: password,
  preferred_language: 'en' as const,
  accepted: editionsInForce(legalEditions, moscowDay(new Date())),
});

export async function newOwners(server: BenchServer, count: number): Promise<Owner[]> {
  const emails = Array.from({ length: count }, newEmail);
  for (const email of emails) await server.client().signUp({ body: signUpBody(email) });
  for (const email of emails) await confirmEmail(server.client(), email);
  const owners: Owner[] = [];
  for (const email of emails) owners.push(await signInAgain(server, { email }));
  return owners;
}

/** The owner with a new session, signed in from the known browser if there is one. */
export async function signInAgain(
  server: BenchServer,
  { email, device = '' }: Pick<Owner, 'email' | 'device'>,
): Promise<Owner> {
  const { path, ...request } = requestOf(endpoints.signIn, { body: { email, password } });
  const response = await fetch(server.url + path, {
    ...request,
    headers: { ...request.headers, cookie: device, 'x-forwarded-for': newCallerAddress() },
  });
  const { session } = (await response.json()) as { session: SessionView };
  const cookies = response.headers.getSetCookie().map((line) => line.replace(/;.*/, ''));
  const named = (name: string) => cookies.find((line) => line.startsWith(`${name}=`)) ?? '';
  const cookie = named('zavet_access');
  return { email, user_id: session.user.id, cookie, device: named('zavet_device') };
}

export async function confirmEmail(client: Client, address: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { mails } = await client.listCapturedMails();
    const mail = mails.find(({ to }) => to === address);
    if (mail) {
      const { text } = await client.getCapturedMail({ params: { id: mail.id } });
      const token = /type=signup&token=([\w-]+)/.exec(text)?.[1] ?? '';
      await client.verifyEmail({ body: { token } });
      return;
    }
    await pause(100);
  }
  throw new Error(`no mail to ${address}`);
}
