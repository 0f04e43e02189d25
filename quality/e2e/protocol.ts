import { randomBytes } from 'node:crypto';
import { type APIRequestContext, request } from '@playwright/test';
import type { SessionView } from '@zavet/contract/account/account-schemas';
import type { ActivationInput, LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import type { ProtocolRulesInput } from '@zavet/contract/protocol/rules-endpoints';
import type { Mailbox } from './mailbox.ts';
import { newNetworkAddress, signUpPerson, strongPassword, tokenOf } from './people.ts';
import { nameContact, writeInstruction } from './vault.ts';

/** Somebody with an account of their own whom the owner named and who said yes. */
export interface TrustedPerson {
  request: APIRequestContext;
  email: string;
  contactId: string;
}

export async function trustedPersonOf(
  owner: APIRequestContext,
  mailbox: Mailbox,
  baseURL: string,
  name = 'Ольга Лаврова',
): Promise<TrustedPerson> {
  const { request: person, email } = await newcomer(mailbox, baseURL);
  const { id: contactId } = await nameContact(owner, name, email);
  await acceptInvitation(person, mailbox, email);
  return { request: person, email, contactId };
}

/** Somebody without a browser who trusts this person, got a yes and has written an instruction. */
export async function ownerTrusting(
  person: Omit<TrustedPerson, 'contactId'>,
  mailbox: Mailbox,
  baseURL: string,
): Promise<{ owner: APIRequestContext; contactId: string }> {
  const { request: owner } = await newcomer(mailbox, baseURL);
  const { id: contactId } = await nameContact(owner, 'Мария Орлова', person.email);
  await acceptInvitation(person.request, mailbox, person.email);
  await writeInstruction(owner, [contactId], 'Где завещание');
  return { owner, contactId };
}

/** Somebody with an account, without a browser. */
async function newcomer(mailbox: Mailbox, baseURL: string) {
  const headers = { 'x-forwarded-for': newNetworkAddress() };
  const person = await request.newContext({ baseURL, extraHTTPHeaders: headers });
  const { email } = await signUpPerson(person, mailbox);
  return { request: person, email };
}

/** Chooses what protects the owner more than before; nothing else is asked for then. */
export async function chooseRules(
  owner: APIRequestContext,
  { waiting_hours = 0, needs_second = false }: Partial<ProtocolRulesInput>,
): Promise<void> {
  const rules: ProtocolRulesInput = { waiting_hours, needs_second };
  const response = await owner.put('/api/protocol/rules', { data: rules });
  if (!response.ok()) throw new Error(`Rules were answered with ${await response.text()}`);
}

/** Says yes to the person who named this address last. */
export async function acceptInvitation(
  person: APIRequestContext,
  mailbox: Mailbox,
  email: string,
): Promise<void> {
  const invitation = await mailbox.newestLink(email, '/invitation');
  await post(person, '/api/invitation/accept', { token: tokenOf(invitation) });
}

/** The trusted person starts the protocol of the one owner who named them, and pays. */
export async function activateProtocol({ request: person }: TrustedPerson, baseURL: string) {
  const { session } = await get<{ session: SessionView }>(person, '/api/session');
  const { legacies } = await get<{ legacies: LegacyView[] }>(person, '/api/legacies');
  const [legacy] = legacies;
  if (!legacy) throw new Error('Nobody named this person.');
  const crt = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    type: 'protocol_activation',
    deceased_user_id: legacy.user_id,
    crt,
  });
  const order: ActivationInput = {
    product_id: 'protocol_activation',
    return_url: `${baseURL}/yookassa-return?${query}`,
    metadata: {
      client_return_token: crt,
      product_id: 'protocol_activation',
      deceased_user_id: legacy.user_id,
      trusted_contact_id: legacy.trusted_contact_id,
      initiator_user_id: session.user.id,
    },
  };
  await post(person, '/api/session/proof', { current_password: strongPassword });
  const { payment_id } = await post<{ payment_id: string }>(person, '/api/activations', order);
  await post(person, '/api/payments/status', {
    action: 'refresh-payment-status',
    crt,
    payment_id,
    status: 'succeeded',
  });
}

async function post<Answer>(
  person: APIRequestContext,
  path: string,
  data: object,
): Promise<Answer> {
  const response = await person.post(path, { data });
  if (!response.ok()) throw new Error(`${path} answered ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function get<Answer>(person: APIRequestContext, path: string): Promise<Answer> {
  const response = await person.get(path);
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}`);
  return (await response.json()) as Answer;
}
