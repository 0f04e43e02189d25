import { randomBytes, randomUUID } from 'node:crypto';
import { type Client, createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';
import type { SmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { newEmail, signInAgain, signUpBody } from '../bench/owners.ts';
import type { BenchServer } from '../bench/server.ts';
import { addContacts } from '../bench/vault.ts';
import { retryRefused, waitFor } from './trial.ts';

/** Signs up an owner, confirmed by a mail that was really sent. The client renews its session. */
export async function ownerByMail(
  server: BenchServer,
  remote: SmtpStandIn,
  email: string,
): Promise<Client> {
  await retryRefused(() => server.client().signUp({ body: signUpBody(email) }));
  const token = await mailedToken(remote, email, /type=signup&token=([\w-]+)/);
  await server.client().verifyEmail({ body: { token } });
  let { cookie } = await signInAgain(server, { email });
  let signedInAt = performance.now();
  return createClient(endpoints, async (path, init) => {
    if (performance.now() - signedInAt > 8 * 60_000) {
      ({ cookie } = await signInAgain(server, { email }));
      signedInAt = performance.now();
    }
    return fetch(`${server.url}${path}`, {
      ...init,
      headers: { ...(init.headers as object), cookie },
    });
  });
}

/** A server and the fake mail server that receives its mails. */
export interface Scene {
  server: BenchServer;
  remote: SmtpStandIn;
}

/** Waits for a mail to an address that contains a token, and returns the token. */
export function mailedToken(
  remote: SmtpStandIn,
  email: string,
  pattern: RegExp,
  first = 0,
): Promise<string> {
  const find = () =>
    remote.accepted
      .slice(first)
      .filter(({ to }) => to === email)
      .map(({ text }) => pattern.exec(text)?.[1])
      .find((token) => token !== undefined);
  return waitFor(`a mail with a token arrives for ${email}`, find, { pauseMs: 100 });
}

/**
 * Creates an owner with one letter to this recipient; the heir starts and pays for the activation.
 */
export async function activateProtocol(
  { server, remote }: Scene,
  heir: Client,
  email: string,
  recipient: string,
) {
  const giver = await ownerByMail(server, remote, email);
  const before = remote.accepted.length;
  const { contact } = await giver.createContact({
    body: {
      ...{ name: 'Heir', email: 'heir@far.test', phone: '', relationship: '', notes: '' },
      ...{ category: 'family' as const, preferred_language: 'en' as const, address: '' },
      ...{ is_minor: false, has_guardian_consent: false },
    },
  });
  await giver.createInstruction({
    body: {
      ...{ draft_id: randomUUID(), title: 'A letter', content: 'Some words.' },
      ...{ category: 'notary' as const, priority: 'high' as const },
      ...{ recipient_name: 'Boris', recipient_email: recipient, trusted_contact_ids: [contact.id] },
    },
  });
  const token = await mailedToken(remote, 'heir@far.test', /\/invitation#token=(\S+)$/m, before);
  await server.client().acceptInvitation({ body: { token } });
  const { legacies } = await heir.listLegacies();
  const legacy = legacies.find(({ user_email }) => user_email === email);
  if (!legacy) throw new Error(`${email} is not among the legacies`);
  return { giver, activationId: await startActivation(heir, legacy.user_id, contact.id) };
}

async function startActivation(heir: Client, ownerId: string, contactId: string) {
  const { session } = await heir.getSession();
  const crt = randomBytes(32).toString('base64url');
  const product_id = 'protocol_activation' as const;
  const query = new URLSearchParams({ type: product_id, deceased_user_id: ownerId, crt });
  const { payment_id } = await heir.startActivation({
    body: {
      product_id,
      return_url: `${publicUrl}/yookassa-return?${query}`,
      metadata: {
        ...{ client_return_token: crt, product_id, deceased_user_id: ownerId },
        ...{ trusted_contact_id: contactId, initiator_user_id: session?.user.id ?? '' },
      },
    },
  });
  const status = 'succeeded' as const;
  const action = 'refresh-payment-status' as const;
  await heir.refreshPaymentStatus({ body: { action, crt, payment_id, status } });
  const { legacies } = await heir.listLegacies();
  const id = legacies.find(({ user_id }) => user_id === ownerId)?.activation?.id;
  if (!id) throw new Error('the activation is missing');
  return id;
}

/** The public address of the server in these trials. */
export const publicUrl = 'http://zavet.test';

export interface Person {
  email: string;
  contacts: string[];
}

/** Signs up people and adds their contacts. */
export async function newPeople(
  server: BenchServer,
  remote: SmtpStandIn,
  count: number,
): Promise<Person[]> {
  const people: Person[] = [];
  for (let made = 0; made < count; made += 1) {
    const email = newEmail();
    await ownerByMail(server, remote, email);
    const { cookie } = await signInAgain(server, { email });
    people.push({ email, contacts: await addContacts({ url: server.url, cookie }) });
  }
  return people;
}
