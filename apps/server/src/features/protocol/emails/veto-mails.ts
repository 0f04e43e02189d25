import type { Context } from '../../../context.ts';

import { declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';

import { findPeopleOfActivation } from '../people-repository.ts';
import {
  type ActivationIds,
  contactReason,
  contactText,
  findContactMail,
  findForContact,
  findForOthers,
  type OtherContactIds,
  ownerLine,
  starterText,
} from './contact-mail.ts';
import {
  accountButton,
  type Starter,
  starterLine,
  starterOf,
  type ToOwner,
  toOwner,
} from './owner-mail.ts';

interface Stopped extends Starter {
  /** The owner may decide about the contact. */
  is_contact: boolean;
}

export const stopRecorded = declareMail({
  name: 'stop_recorded',
  to: 'the owner (all addresses)',
  when: 'the owner vetoed',
  retry: 'persistent',
  find: async (
    ctx: Context,
    ids: ActivationIds & ToOwner,
  ): Promise<FoundMail<Stopped> | undefined> => {
    const people = await findPeopleOfActivation(ctx.database, ids.activation_id);
    if (!people?.owner) return undefined;
    return toOwner(ctx, people.owner_id, people.owner, ids, {
      ...starterOf(people),
      is_contact: people.contact !== null,
    });
  },
  text: (words, facts, site) =>
    mailText(words, 'protocol.stop_recorded', (say) => [
      say('body'),
      ...starterLine(words, facts),
      ...(facts.is_contact ? [say('contact')] : []),
      accountButton(words, site),
      say('not_you'),
    ]),
});

export const startStopped = declareMail({
  name: 'start_stopped',
  to: 'the contact who began',
  when: 'the owner vetoed',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds) =>
    findForContact(ctx, ids, ({ release_at }) => ({ was_paid: release_at !== null })),
  text: (words, facts, site) =>
    starterText(words, site, facts, 'protocol.start_stopped', (say) => [
      say('body'),
      ...(facts.was_paid ? [say('money')] : [say('unpaid')]),
      say('again'),
      words.t('protocol.not_them'),
    ]),
});

export const stopForOthers = declareMail({
  name: 'stop_for_others',
  to: 'the other confirmed contacts',
  when: 'the owner vetoed a start that was announced to them',
  retry: 'persistent',
  find: (ctx: Context, ids: OtherContactIds) =>
    findForOthers(ctx, ids, ({ status }) => status === 'vetoed'),
  text: (words, facts, site) =>
    contactText(words, site, facts, 'protocol.stop_for_others', (say) => [
      say('body'),
      say('nothing'),
      words.t('protocol.not_them'),
    ]),
});

export const contactQuestioned = declareMail({
  name: 'contact_questioned',
  to: 'the vetoed contact',
  when: 'after a veto, the owner asks about it',
  retry: 'persistent',
  find: async (ctx: Context, ids: { contact_id: string }) => {
    const found = await findContactMail(ctx, ids);
    return found && { ...found, reply_to: found.owner.email };
  },
  text: (words, facts) =>
    mailText(
      words,
      'protocol.contact_questioned',
      (say) => [
        say('body'),
        ...ownerLine(words, facts),
        say('answer', { email: facts.owner_email ?? '' }),
        say('calm'),
      ],
      contactReason,
    ),
});

export const contactKept = declareMail({
  name: 'contact_kept',
  to: 'the vetoed contact',
  when: 'after a veto, the owner keeps the contact',
  retry: 'persistent',
  find: findContactMail,
  text: (words, facts, site) =>
    contactText(words, site, facts, 'protocol.contact_kept', (say) => [
      say('body'),
      say('nothing'),
    ]),
});

export const vetoMails = [
  stopRecorded,
  startStopped,
  stopForOthers,
  contactQuestioned,
  contactKept,
];
