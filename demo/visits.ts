import { randomBytes } from 'node:crypto';
import type { Client } from '@zavet/contract/client';
import { samplePassword } from './sample.ts';
import { visitorOf } from './visitor.ts';

/** The cookies of a new session of somebody of the sample. */
export async function signIn(address: string, email: string): Promise<string> {
  const cookies: string[] = [];
  await visitorOf(address, (line) => cookies.push(line)).signIn({
    body: { email, password: samplePassword },
  });
  return cookies.join('; ');
}

/** The trusted contact starts the protocol of the one owner of the sample, and pays. */
export async function startProtocol(address: string, email: string): Promise<void> {
  const visitor = visitorOf(address);
  const { session } = await visitor.signIn({ body: { email, password: samplePassword } });
  if (!session) throw new Error('Nobody in the sample has a second factor.');
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

/** A trusted contact asks the others to agree, where the owner wants it. */
export async function askToStart(visitor: Client): Promise<void> {
  const { user_id, trusted_contact_id } = await onlyLegacyOf(visitor);
  await visitor.askForAgreement({ body: { deceased_user_id: user_id, trusted_contact_id } });
}

/** Another trusted contact agrees. */
export async function agreeToStart(visitor: Client): Promise<void> {
  const { activation } = await onlyLegacyOf(visitor);
  if (!activation) throw new Error('Nobody has asked this person.');
  await visitor.answerAgreement({ params: { id: activation.id }, body: { agrees: true } });
}

async function onlyLegacyOf(visitor: Client) {
  const { legacies } = await visitor.listLegacies();
  const [legacy] = legacies;
  if (!legacy) throw new Error('Nobody has named this person.');
  return legacy;
}
