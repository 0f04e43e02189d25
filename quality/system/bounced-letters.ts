import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@zavet/contract/client';
import type { SmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import type { BenchServer } from '../bench/server.ts';
import { ownerByMail } from './bounce-owner.ts';

interface Place {
  server: BenchServer;
  far: SmtpStandIn;
}

/**
 * A letter that postfix takes and gives back is shown to the contact who activated. One that its owner
 * has closed is not touched by a report. Gives the return address of the closed one.
 */
export async function lettersBounce(
  place: Place,
  reportAndRead: (returnAddress: string, recipient: string) => Promise<void>,
): Promise<void> {
  const { server, far } = place;
  const heir = await ownerByMail(server, far, 'heir@far.test');
  far.answer('letter@far.test', { code: 550, unknown: true, words: '5.1.1 no such user' });
  const bounced = await activated(place, heir, 'giver-0@far.test', 'letter@far.test');
  await until('the letter that came back is shown', async () => {
    const { unreached } = await heir.getActivation({ params: { id: bounced.activationId } });
    return unreached.some(({ recipient_email }) => recipient_email === 'letter@far.test');
  });
  const closed = await activated(place, heir, 'giver-1@far.test', 'closed@far.test');
  const sent = () => far.taken.filter(({ to }) => to === 'closed@far.test');
  await until('the other letter has come', async () => sent().length === 1);
  await closed.giver.closeLetters();
  await reportAndRead(sent()[0]?.sender ?? '', 'closed@far.test');
  const { unreached } = await heir.getActivation({ params: { id: closed.activationId } });
  if (unreached.length > 0 || sent().length !== 1) {
    throw new Error('does not hold: a report about a closed link changes nothing');
  }
}

/** An owner with one letter to this address, whose protocol the heir has started and paid for. */
export async function activated(
  { server, far }: Place,
  heir: Client,
  email: string,
  recipient: string,
) {
  const giver = await ownerByMail(server, far, email);
  const before = far.taken.length;
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
  const token = await invitationSince(far, before);
  await server.client().acceptInvitation({ body: { token } });
  const { legacies } = await heir.listLegacies();
  const legacy = legacies.find(({ user_email }) => user_email === email);
  if (!legacy) throw new Error(`${email} is nobody’s legacy`);
  return { giver, activationId: await start(heir, legacy.user_id, contact.id) };
}

async function start(heir: Client, ownerId: string, contactId: string) {
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
  if (!id) throw new Error('the activation is not known');
  return id;
}

async function invitationSince(far: SmtpStandIn, before: number): Promise<string> {
  let token: string | undefined;
  await until('the invitation has come', async () => {
    const mail = far.taken.slice(before).find(({ to }) => to === 'heir@far.test');
    token = mail && /\/invitation#token=(\S+)$/m.exec(mail.text)?.[1];
    return token !== undefined;
  });
  return token ?? '';
}

/** As the server is called in `startServer`. */
export const publicUrl = 'http://zavet.test';

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 360; tries += 1) {
    if (await isSo()) return;
    await pause(1_000);
  }
  throw new Error(`not within six minutes: ${what}`);
}
