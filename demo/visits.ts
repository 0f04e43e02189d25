import { randomBytes } from 'node:crypto';
import type { Client } from '@zavet/contract/client';
import { moscowDay } from '@zavet/contract/days';
import { editionsInForce, legalEditions } from '@zavet/contract/identity/editions';
import type { Locale } from '@zavet/contract/locales';
import { type SamplePerson, samplePassword } from './sample.ts';
import { mailedToken, visitorOf } from './visitor.ts';

/** Signs in to an account of the sample and returns the cookies. */
export async function signIn(address: string, email: string): Promise<string> {
  const cookies: string[] = [];
  await visitorOf(address, (line) => cookies.push(line)).signIn({
    body: { email, password: samplePassword },
  });
  return cookies.join('; ');
}

/** The trusted contact starts and pays for the activation of their only owner's protocol. */
export async function startProtocol(address: string, email: string): Promise<void> {
  const visitor = visitorOf(address);
  const { session } = await visitor.signIn({ body: { email, password: samplePassword } });
  if (!session) throw new Error('An account of the sample asks for a second factor.');
  const legacy = await onlyLegacyOf(visitor);
  const crt = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    type: 'protocol_activation',
    deceased_user_id: legacy.user_id,
    crt,
  });
  const { payment_id } = await visitor.startActivation({
    body: {
      product_id: 'protocol_activation',
      return_url: `${address}/yookassa-return?${query}`,
      metadata: {
        client_return_token: crt,
        product_id: 'protocol_activation',
        deceased_user_id: legacy.user_id,
        trusted_contact_id: legacy.trusted_contact_id,
        initiator_user_id: session.user.id,
      },
    },
  });
  await visitor.refreshPaymentStatus({
    body: { action: 'refresh-payment-status', crt, payment_id, status: 'succeeded' },
  });
}

/** A trusted contact asks the other contacts to agree, where the owner requires it. */
export async function requestAgreement(visitor: Client): Promise<void> {
  const { user_id, trusted_contact_id } = await onlyLegacyOf(visitor);
  await visitor.requestAgreement({ body: { deceased_user_id: user_id, trusted_contact_id } });
}

/** Another trusted contact agrees. */
export async function giveAgreement(visitor: Client): Promise<void> {
  const { activation } = await onlyLegacyOf(visitor);
  if (!activation) throw new Error('No agreement was requested from this person.');
  await visitor.answerAgreement({ params: { id: activation.id }, body: { agrees: true } });
}

async function onlyLegacyOf(visitor: Client) {
  const { legacies } = await visitor.listLegacies();
  const [legacy] = legacies;
  if (!legacy) throw new Error('This person is no contact of any owner.');
  return legacy;
}

/** Opens an account, confirms its address and gives it a name. */
export async function signUp(
  address: string,
  person: SamplePerson,
  language: Locale,
): Promise<Client> {
  const { email, first_name, last_name, date_of_birth = null } = person;
  const visitor = visitorOf(address);
  await visitor.signUp({
    body: {
      email,
      password: samplePassword,
      confirm_password: samplePassword,
      accepted: editionsInForce(legalEditions, moscowDay(new Date())),
      preferred_language: language,
    },
  });
  const token = await mailedToken(address, email, '/verify');
  await visitor.verifyEmail({ body: { token } });
  await visitor.updateBasicInfo({ body: { first_name, last_name, date_of_birth } });
  return visitor;
}
