import { type Day, moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { dayName, type MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findPerson } from '../../identity/account/index.ts';
import { findNamedEnvelope } from '../letters/claim-repository.ts';
import { findLinkWithRecipient } from '../letters/envelope-repository.ts';
import { openEnvelope, openRecipient } from '../letters/recipient.ts';
import { listUnreachedRecipients } from '../letters/recipient-repository.ts';
import { findPeopleOfActivation } from '../people-repository.ts';
import {
  type ActivationIds,
  contactText,
  findForContact,
  mailTo,
  writerOf,
} from './contact-mail.ts';
import { type LetterFacts, recipientMailText } from './letter-mail.ts';
import {
  buildOwnerMail,
  mailButton,
  type OwnerIds,
  starterLine,
  starterName,
  starterOf,
} from './owner-mail.ts';

export const protocolActivated = declareMail({
  name: 'protocol_activated',
  to: 'the owner (all addresses)',
  when: 'the protocol was activated',
  retry: 'persistent',
  find: async (ctx: Context, ids: OwnerIds) => {
    const people = await findPeopleOfActivation(ctx.database, ids.activation_id);
    if (!people?.owner || !people.activated_at) return undefined;
    const facts = { ...starterOf(people), at: people.activated_at };
    return buildOwnerMail(ctx, people.owner_id, people.owner, ids, facts);
  },
  text: (words, facts, site) =>
    mailText(words, 'protocol.protocol_activated', (say) => [
      say('body', { moment: words.moment(facts.at) }),
      ...starterLine(words, facts),
      say('mistake'),
      mailButton(words, site),
    ]),
});

export const recipientsUnreached = declareMail({
  name: 'recipients_unreached',
  to: 'the contact who paid',
  when: 'letters do not arrive',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds) =>
    findForContact(ctx, ids, async () => {
      const rows = await listUnreachedRecipients(ctx.database, ids.activation_id);
      const [first] = rows;
      if (!first) return undefined;
      const key = await ctx.vault.keyOf(first.user_id);
      const recipients = rows.map((row) => {
        const { recipient_name: name, recipient_email: email } = openRecipient(key, row);
        return { name, email };
      });
      return { recipients, is_trying: rows.some(({ state }) => state === 'queued') };
    }),
  text: (words, facts, site) =>
    contactText(words, site, facts, 'protocol.recipients_unreached', (say) => [
      say('body'),
      ...recipientLines(words, facts.recipients),
      say('correct'),
      ...(facts.is_trying ? [say('trying')] : []),
    ]),
});

export const deliveryAddressCorrected = declareMail({
  name: 'delivery_address_corrected',
  to: 'the owner',
  when: 'the contact who activated, or an operator, corrected an address',
  retry: 'persistent',
  find: async (
    { database }: Context,
    { activation_id, by }: ActivationIds & { by: 'contact' | 'operator' },
  ) => {
    const people = await findPeopleOfActivation(database, activation_id);
    return people?.owner ? mailTo(people.owner, { by, ...starterOf(people) }) : undefined;
  },
  text: (words, facts, site) =>
    mailText(words, 'protocol.delivery_address_corrected', (say) => [
      facts.by === 'operator'
        ? say('body_operator')
        : say('body', { person: starterName(words, facts) }),
      say('meaning'),
      mailButton(words, site),
    ]),
});

export const deliveryExpiresSoon = declareMail({
  name: 'delivery_expires_soon',
  to: 'a recipient',
  when: '30 and 7 days before the link expires',
  retry: 'persistent',
  isBulk: true,
  find: async (
    { database, vault, linkTokens }: Context,
    { link_id, is_last }: { link_id: string; is_last?: boolean },
  ): Promise<FoundMail<LetterFacts & { expires_on: Day; is_last: boolean }> | undefined> => {
    const link = await findLinkWithRecipient(database, { id: link_id });
    if (!link || link.closed_at || link.is_recalled) return undefined;
    const envelope = await findNamedEnvelope(database, link.envelope_id);
    const owner = await findPerson(database, link.user_id);
    if (!envelope || !owner) return undefined;
    const key = await vault.keyOf(link.user_id);
    const { to: email, language, named } = openEnvelope(key, envelope, owner);
    if (!email) return undefined;
    return mailTo(
      { email, language },
      {
        ...named,
        ...writerOf(owner),
        started_by: null,
        token: linkTokens.tokenOf(link.link_id),
        expires_on: moscowDay(new Date(link.expires_at)),
        is_last: is_last ?? false,
      },
    );
  },
  text: (words, facts, site) =>
    recipientMailText(words, site, 'delivery_expires_soon', facts, [
      words.t('protocol.delivery_expires_soon.body', { day: dayName(words, facts.expires_on) }),
      ...(facts.is_last ? [words.t('protocol.delivery_expires_soon.last')] : []),
    ]),
});

const maxListed = 30;

/** One line per person. Null fields could not be decrypted. */
function recipientLines(
  { t }: MailWords,
  recipients: { name: string | null; email: string | null }[],
): string[] {
  const unknown = t('protocol.recipients_unreached.unknown');
  const lines = new Set(
    recipients.map(({ name, email }) => `• ${nameWithAddress(name ?? '', email ?? unknown)}`),
  );
  const listed = [...lines].slice(0, maxListed);
  return lines.size > maxListed ? [...listed, t('protocol.recipients_unreached.more')] : listed;
}
