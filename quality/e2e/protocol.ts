import { randomBytes } from 'node:crypto';
import { type APIRequestContext, expect, type Locator, type Page, request } from '@playwright/test';
import type { SessionView } from '@zavet/contract/identity/account-schemas';
import type { ActivationInput, LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import type { ProtocolRulesInput } from '@zavet/contract/protocol/settings-endpoints';
import type { Mailbox } from './mailbox.ts';
import { newNetworkAddress, signUpPerson, strongPassword, tokenOf } from './people.ts';
import { createContact, createInstruction } from './vault.ts';

/** A confirmed contact with an account, used through the API. */
export interface TrustedPerson {
  request: APIRequestContext;
  email: string;
  contactId: string;
}

export async function createTrustedPerson(
  owner: APIRequestContext,
  mailbox: Mailbox,
  baseURL: string,
  name = 'Ольга Лаврова',
): Promise<TrustedPerson> {
  const { request: person, email } = await createPersonWithAccount(mailbox, baseURL);
  const { id: contactId } = await createContact(owner, name, email);
  await acceptInvitation(person, mailbox, email);
  return { request: person, email, contactId };
}

/** An owner, used through the API, who has this person as confirmed contact and one instruction. */
export async function createOwnerWithContact(
  person: Omit<TrustedPerson, 'contactId'>,
  mailbox: Mailbox,
  baseURL: string,
): Promise<{ owner: APIRequestContext; contactId: string }> {
  const { request: owner } = await createPersonWithAccount(mailbox, baseURL);
  const { id: contactId } = await createContact(owner, 'Мария Орлова', person.email);
  await acceptInvitation(person.request, mailbox, person.email);
  await createInstruction(owner, [contactId], 'Где завещание');
  return { owner, contactId };
}

/** An account used through the API only. */
async function createPersonWithAccount(mailbox: Mailbox, baseURL: string) {
  const headers = { 'x-forwarded-for': newNetworkAddress() };
  const person = await request.newContext({ baseURL, extraHTTPHeaders: headers });
  const { email } = await signUpPerson(person, mailbox);
  return { request: person, email };
}

/** Sets the protocol rules, which needs no password proof if they become stricter. */
export async function setProtocolRules(
  owner: APIRequestContext,
  { waiting_hours = 0, needs_second = false }: Partial<ProtocolRulesInput>,
): Promise<void> {
  const rules: ProtocolRulesInput = { waiting_hours, needs_second };
  const response = await owner.put('/api/protocol/rules', { data: rules });
  if (!response.ok()) throw new Error(`Setting rules was answered with ${await response.text()}`);
}

/** Accepts the newest invitation to this address. */
export async function acceptInvitation(
  person: APIRequestContext,
  mailbox: Mailbox,
  email: string,
): Promise<void> {
  const invitation = await mailbox.newestLink(email, '/invitation');
  await post(person, '/api/invitation/accept', { token: tokenOf(invitation) });
}

/** The trusted person starts the protocol of their only owner, and pays. */
export async function activateProtocol({ request: person }: TrustedPerson, baseURL: string) {
  const { session } = await get<{ session: SessionView }>(person, '/api/session');
  const { legacies } = await get<{ legacies: LegacyView[] }>(person, '/api/legacies');
  const [legacy] = legacies;
  if (!legacy) throw new Error('This person is no contact of any owner.');
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

/** The product counts quicker presses as one. */
const pressMs = 700;

/** The activation button, by its label in Russian or English. */
export function activationButton(page: Page): Locator {
  return page.getByRole('button', { name: /осталось нажатий: |presses left: / });
}

/** Presses the activation button until its dialog opens. */
export async function pressUntilDialog(page: Page): Promise<Locator> {
  const button = activationButton(page);
  const label = await button.innerText();
  for (let left = Number(label.at(-1)); left > 0; left -= 1) {
    await expect(button).toHaveText(new RegExp(`: ${left}$`));
    await pressSlowly(button);
  }
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

/** Confirms the payment; a press right after the dialog opens would be ignored. */
export async function confirmPayment(page: Page): Promise<void> {
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/activations'));
  await pressSlowly(page.getByRole('dialog').getByRole('button', { name: /7.000/ }));
  await asked;
}

export async function confirmAndOpenPayment(page: Page): Promise<void> {
  await confirmPayment(page);
  await expect(page).toHaveURL(/\/mock-payment\?/);
}

/** Asks the other contacts to agree, where the owner requires it before a payment. */
export function requestAgreement(page: Page): Promise<void> {
  return pressSlowly(page.getByRole('dialog').getByRole('button', { name: 'Попросить остальных' }));
}

/** Holds the button down, so that presses never follow each other too quickly. */
function pressSlowly(button: Locator): Promise<void> {
  return button.click({ delay: pressMs });
}
