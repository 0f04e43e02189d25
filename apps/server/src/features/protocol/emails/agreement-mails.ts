import type { Context } from '../../../context.ts';
import { declareMail, mailText } from '../../../platform/mail/mail.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import {
  type ActivationIds,
  contactName,
  contactReason,
  findForContact,
  findForOthers,
  legaciesButton,
  type OtherContactIds,
  ownerLine,
  starterText,
} from './contact-mail.ts';
import { decisionDayOf } from './doubt-mails.ts';
import { contactFacts, findForOwner, type OwnerIds, vetoBlocks } from './owner-mail.ts';

export const agreementAsked = declareMail({
  name: 'agreement_asked',
  to: 'the other confirmed contacts',
  when: 'a contact asks for the second agreement',
  retry: 'persistent',
  find: (ctx: Context, ids: OtherContactIds) =>
    findForOthers(ctx, ids, ({ status }) => status === 'agreement_pending'),
  text: (words, facts, site) =>
    mailText(
      words,
      'protocol.agreement_asked',
      (say) => [
        say('body', { name: contactName(words, facts.starter_name) }),
        words.t('protocol.what_happened'),
        ...ownerLine(words, facts),
        say('rule'),
        say('ask'),
        legaciesButton(words, site),
      ],
      contactReason,
    ),
});

export const agreementAskedForOwner = declareMail({
  name: 'agreement_asked_for_owner',
  to: 'the owner (all addresses)',
  when: 'a contact asks for the second agreement',
  retry: 'persistent',
  find: (ctx: Context, ids: OwnerIds) =>
    findForOwner(ctx, ids, ({ contact, status, started_at }) => {
      // Another contact had started as well, which counts as an agreement.
      const is_agreed = status === 'agreed';
      // Later states have mails of their own.
      if (!contact || (status !== 'agreement_pending' && !is_agreed)) return undefined;
      return { ...contactFacts(contact), at: started_at, is_agreed };
    }),
  text: (words, facts, site) =>
    mailText(words, 'protocol.agreement_asked_for_owner', (say) => [
      say('body', {
        person: nameWithAddress(facts.contact_name, facts.contact_email),
        moment: words.moment(facts.at),
      }),
      say(facts.is_agreed ? 'agreed' : 'effect'),
      ...vetoBlocks(words, site, facts.stop_token, say('wrong')),
    ]),
});

export const agreementGiven = declareMail({
  name: 'agreement_given',
  to: 'the contact who began',
  when: 'another contact agreed',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds) =>
    findForContact(ctx, ids, ({ status }) => (status === 'agreed' ? {} : undefined)),
  text: (words, facts, site) =>
    starterText(words, site, facts, 'protocol.agreement_given', (say) => [
      say('body'),
      say('next'),
    ]),
});

export const agreementUnanswered = declareMail({
  name: 'agreement_unanswered',
  to: 'the contact who began',
  when: 'no contact answered within 14 days',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds) =>
    findForContact(ctx, ids, async ({ status }) => {
      const isSilent = status === 'agreement_pending' && !(await decisionDayOf(ctx, ids));
      return isSilent ? {} : undefined;
    }),
  text: (words, facts, site) =>
    starterText(words, site, facts, 'protocol.agreement_unanswered', (say) => [
      say('body'),
      say('alone'),
      say('still'),
    ]),
});

export const agreementMails = [
  agreementAsked,
  agreementAskedForOwner,
  agreementGiven,
  agreementUnanswered,
];
