import { pricesInForce } from '@zavet/contract/billing/plan-catalogue';
import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import {
  button,
  declareMail,
  type FoundMail,
  mailText,
  quietButton,
  type SiteInfo,
} from '../../../platform/mail/mail.ts';
import { claimMailAllowance } from '../../../platform/mail/mail-allowance.ts';
import { linkTo, linkWithSecret } from '../../../platform/mail/mailed-link.ts';
import { type MailWords, rubles } from '../../../platform/mail/templates/mail-words.ts';
import { nameInSubject, nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { hasPin, type NamedOwner } from '../../identity/account/index.ts';
import { pricesFor } from '../../identity/legal/index.ts';
import { ownersProtocol } from './contact-ports.ts';
import { type Contact, findContactById } from './contact-repository.ts';
import { findInvitedContact, findNamedOwner } from './invitation-repository.ts';

/** Content of the confirmation card and its mail. Contains no secrets. */
export interface CardFacts extends NamedOwner {
  contact_name: string;
  contact_email: string;
  /** A PIN is required to start the protocol. */
  asks_for_pin: boolean;
  /** Price of starting the protocol for this contact, in rubles. */
  activation_price: number;
}

/** Reads the content of the card. Undefined if the owner's account is deleted. */
export async function findCardFacts(
  ctx: Context,
  contact: Contact,
): Promise<CardFacts | undefined> {
  const owner = await findNamedOwner(ctx, contact);
  return (
    owner && {
      ...owner,
      contact_name: contact.name,
      contact_email: contact.email,
      asks_for_pin: await hasPin(ctx.database, contact.user_id),
      activation_price: await findActivationPrice(ctx, contact),
    }
  );
}

/** Price in rubles. For a contact without an account, the general prices apply. */
export async function findActivationPrice(ctx: Context, contact: Contact): Promise<number> {
  const today = moscowDay(ctx.clock.now());
  const prices = contact.bound_user_id
    ? await pricesFor(ctx, contact.bound_user_id, today)
    : pricesInForce(ctx.prices, today);
  return prices.protocolActivation;
}

/** Texts shared by card and mail. */
interface CardTexts {
  asked: string;
  /** Page where the protocol is started. */
  address: string;
  signIn: string;
  pin: string;
  steps: string[];
}

export function cardTexts(words: MailWords, facts: CardFacts, { publicUrl }: SiteInfo): CardTexts {
  const { t } = words;
  const { owner_name, owner_email, contact_email, asks_for_pin } = facts;
  const person = nameWithAddress(owner_name ?? '', owner_email);
  const price = rubles(words, facts.activation_price * 100);
  return {
    asked: t('card.asked', { person }),
    address: linkTo(publicUrl, '/trusted-legacies'),
    signIn: t('card.sign_in', { email: contact_email }),
    pin: t(asks_for_pin ? 'card.pin' : 'card.no_pin'),
    steps: [
      t('card.steps.open'),
      t('card.steps.read'),
      t('card.steps.start', { price }),
      t('card.steps.wait', { email: contact_email }),
    ],
  };
}

interface CardMailFacts extends CardFacts {
  /** Token of the invitation; null if expired. */
  token: string | null;
}

export const confirmationCardMail = declareMail({
  name: 'contact_card',
  to: 'the contact',
  when: 'the contact accepted; a summary to keep',
  retry: 'usual',
  find: async (
    ctx: Context,
    { contact_id }: { contact_id: string },
  ): Promise<FoundMail<CardMailFacts> | undefined> => {
    const { database, clock, linkTokens } = ctx;
    const contact = await findContactById(database, contact_id);
    // The mail states that nothing needs to be done now, which is wrong after a start.
    if (
      contact?.status !== 'confirmed' ||
      (await ownersProtocol(ctx).isUnderWay(contact.user_id))
    ) {
      return undefined;
    }
    const card = await findCardFacts(ctx, contact);
    // Limits the mails, because contacts may change their answer often.
    if (!card || (await claimMailAllowance(ctx, 'contact_card', contact_id)) > 0) {
      return undefined;
    }
    const { user_id } = contact;
    const invited = await findInvitedContact(database, { contact_id, user_id });
    const isValid = invited && invited.invitation.expires_at > clock.now();
    const token = isValid ? linkTokens.tokenOf(invited.invitation.id) : null;
    const { email: to, preferred_language: language } = contact;
    return { to, language, reply_to: card.owner_email, facts: { ...card, token } };
  },
  text: (words, facts, site) => {
    const { token, owner_name, owner_email } = facts;
    const { asked, address, pin, steps } = cardTexts(words, facts, site);
    const [, ...others] = steps;
    return mailText(
      words,
      'contacts.contact_card',
      (say) => [
        asked,
        say('now'),
        ...[say('open', { address, email: facts.contact_email }), ...others].map(
          (step, index) => `${index + 1}. ${step}`,
        ),
        pin,
        token
          ? button(say('action'), linkWithSecret(site.publicUrl, '/invitation', { token }))
          : quietButton(say('sign_in_action'), address),
      ],
      { reason: 'contacts.reason', values: { name: nameInSubject(owner_name, owner_email) } },
    );
  },
});
