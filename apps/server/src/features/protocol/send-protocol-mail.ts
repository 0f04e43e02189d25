import { moscowDay } from '@zavet/contract/days';
import type { Locale } from '@zavet/contract/locales';
import { MailRefused } from '../../platform/mail/mail-transport.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { findPerson } from '../account/public.ts';
import { addressOf, titleOf } from './delivery/hand-over-letter.ts';
import { findLinkWithRecipient } from './delivery/link-repository.ts';
import { openRecipient } from './delivery/open-recipient.ts';
import { listUnreached } from './delivery/recipient-repository.ts';
import type { ProtocolMailFacts, ProtocolMailKind } from './emails/protocol-mail-facts.ts';
import {
  findContactPerson,
  findOwnerOfPayment,
  findPeopleOfActivation,
} from './people-repository.ts';
import type { ProtocolDeps } from './protocol-deps.ts';
import type { ProtocolMailOrder } from './protocol-mail.ts';

/** Writes a mail about a protocol and hands it over. Nothing is sent to people who are gone meanwhile. */
export async function sendProtocolMail(
  deps: ProtocolDeps,
  order: ProtocolMailOrder & { mail_id: string },
): Promise<void> {
  const { transport, place, log, checkpoint } = deps;
  const letter = await letterOf(deps, order);
  if (!letter) return;
  const { renderProtocolMail } = await import('./emails/render-protocol-mail.ts');
  try {
    const written = await renderProtocolMail(letter.kind, letter.language, letter.facts, place);
    checkpoint('notice.before_mail');
    await transport.deliver({
      ...written,
      to: letter.to,
      language: letter.language,
      message_id: messageIdOf(place, order.kind, order.mail_id),
    });
    checkpoint('notice.mail_accepted');
  } catch (error) {
    if (!(error instanceof MailRefused) || !error.permanent) throw error;
    log.warn({ mail_id: order.mail_id, kind: order.kind }, 'mail refused permanently');
  }
}

interface Letter {
  kind: ProtocolMailKind;
  to: string;
  language: Locale;
  facts: ProtocolMailFacts[ProtocolMailKind];
}

function letter<Kind extends ProtocolMailKind>(
  kind: Kind,
  { email, language }: { email: string; language: Locale },
  facts: ProtocolMailFacts[Kind],
): Letter {
  return { kind, to: email, language, facts };
}

async function letterOf(deps: ProtocolDeps, order: ProtocolMailOrder): Promise<Letter | undefined> {
  const { database } = deps;
  switch (order.kind) {
    case 'activation_payment_started':
    case 'protocol_activated': {
      const { owner, contact, started_at, activated_at } =
        (await findPeopleOfActivation(database, order.activation_id)) ?? {};
      const at = order.kind === 'protocol_activated' ? activated_at : started_at;
      if (!owner || !contact || !at) return undefined;
      const facts = { contact_name: contact.name, contact_email: contact.email, at };
      return letter(order.kind, owner, facts);
    }
    case 'activation_attempt_ended':
      return attemptEnded(deps, order.activation_id);
    case 'activation_confirmed': {
      const people = await findPeopleOfActivation(database, order.activation_id);
      if (!people?.owner || !people.initiator) return undefined;
      return letter(order.kind, people.initiator, writerOf(people.owner));
    }
    case 'recipients_unreached':
      return unreachedLetter(deps, order.activation_id);
    case 'activation_refunded': {
      const payer = await findPerson(database, order.payer_id);
      const owner = await findOwnerOfPayment(database, order.payment_id);
      const { amount_kopecks, reason } = order;
      return payer && letter(order.kind, payer, { ...writerOf(owner), amount_kopecks, reason });
    }
    case 'activation_pin_locked': {
      const found = await findContactPerson(database, order.contact_id);
      if (!found) return undefined;
      const { name: contact_name, email: contact_email } = found.contact;
      return letter(order.kind, found.owner, { contact_name, contact_email });
    }
    case 'delivery_address_corrected': {
      const people = await findPeopleOfActivation(database, order.activation_id);
      if (!people?.owner || !people.contact) return undefined;
      const { name: contact_name, email: contact_email } = people.contact;
      return letter(order.kind, people.owner, { contact_name, contact_email });
    }
    case 'delivery_expires_soon':
      return reminder(deps, order.link_id);
  }
}

function writerOf(owner: { full_name: string | null; email: string } | undefined) {
  return { owner_name: owner?.full_name ?? null, owner_email: owner?.email ?? null };
}

/** The contact may be gone by then; the account that paid still has a name. */
async function attemptEnded(
  { database }: ProtocolDeps,
  activationId: string,
): Promise<Letter | undefined> {
  const people = await findPeopleOfActivation(database, activationId);
  if (!people?.owner || !people.end_reason) return undefined;
  const { contact, initiator, end_reason, started_at, status } = people;
  return letter('activation_attempt_ended', people.owner, {
    contact_name: contact?.name ?? initiator?.full_name ?? null,
    contact_email: contact?.email ?? initiator?.email ?? null,
    at: started_at,
    end_reason,
    is_refunded: status === 'refunded',
  });
}

async function unreachedLetter(
  { database, vault }: ProtocolDeps,
  activationId: string,
): Promise<Letter | undefined> {
  const people = await findPeopleOfActivation(database, activationId);
  if (!people?.owner || !people.initiator) return undefined;
  const rows = await listUnreached(database, activationId);
  const [first] = rows;
  if (!first) return undefined;
  const key = await vault.keyOf(first.user_id);
  const recipients = rows.map((row) => {
    const { recipient_name: name, recipient_email: email } = openRecipient(key, row);
    return { name, email };
  });
  // Somebody named in many instructions is one person.
  const once = new Map(recipients.map((one) => [JSON.stringify(one), one]));
  const facts = { ...writerOf(people.owner), recipients: [...once.values()] };
  return letter('recipients_unreached', people.initiator, facts);
}

async function reminder(
  { database, vault, linkTokens }: ProtocolDeps,
  linkId: string,
): Promise<Letter | undefined> {
  const link = await findLinkWithRecipient(database, { id: linkId });
  if (!link || link.closed_at) return undefined;
  const owner = await findPerson(database, link.user_id);
  const key = await vault.keyOf(link.user_id);
  const email = addressOf(key, link);
  if (!owner || !email) return undefined;
  const facts = {
    ...writerOf(owner),
    title: titleOf(key, link),
    token: linkTokens.tokenOf(link.link_id),
    expires_on: moscowDay(new Date(link.expires_at)),
  };
  const language = link.contact_language ?? owner.language;
  return letter('delivery_expires_soon', { email, language }, facts);
}
