import type {
  ActivationEnd,
  ActivationStatus,
  EndReminder,
} from '@zavet/contract/protocol/protocol-values';
import { rulesAt, waitingHoursOf } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { isDoubted } from '../activation/doubt-repository.ts';
import { staleExpiryOf } from '../activation/stale-activation-rules.ts';
import { findContactPerson, findPeopleOfActivation } from '../people-repository.ts';
import { findRules } from '../settings/settings-repository.ts';
import { type ActivationIds, contactText, findForContact } from './contact-mail.ts';
import {
  contactsButton,
  findStart,
  type OwnerIds,
  type Starter,
  starterOf,
  type ToOwner,
  toOwner,
  vetoBlocks,
  vetoTokenOf,
} from './owner-mail.ts';

export const startEnds = declareMail({
  name: 'start_ends',
  to: 'the contact who began',
  when: '30 and 7 days before a stale start ends',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds & { reminder: EndReminder }) =>
    findForContact(ctx, { activation_id: ids.activation_id }, async () => {
      const activation = await findActivation(ctx.database, ids.activation_id);
      // It continued, or the last reminder came before the first was sent.
      if (activation?.end_reminder !== ids.reminder) return undefined;
      const is_doubted = await isDoubted(ctx.database, activation);
      const ends = staleExpiryOf({ ...activation, is_doubted });
      const stage = staleStageOf(activation.status);
      return ends && stage ? { stage, ends_at: ends.toISOString() } : undefined;
    }),
  text: (words, facts, site) =>
    contactText(
      words,
      site,
      facts,
      'protocol.start_ends',
      (say) => [
        say(`body.${facts.stage}`),
        say('end', { moment: words.moment(facts.ends_at) }),
        say('again'),
      ],
      { day: words.day(facts.ends_at) },
    ),
});

export const startLeftOpen = declareMail({
  name: 'start_left_open',
  to: 'the contact who began',
  when: 'a stale start ended',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds) =>
    findForContact(ctx, ids, ({ end_reason }) => (end_reason === 'left_open' ? {} : undefined)),
  text: (words, facts, site) =>
    contactText(words, site, facts, 'protocol.start_left_open', (say) => [
      say('body'),
      say('nothing'),
      say('again'),
    ]),
});

export const activationPaymentStarted = declareMail({
  name: 'activation_payment_started',
  to: 'the owner (all addresses)',
  when: 'a contact began to pay for the activation',
  retry: 'persistent',
  find: async (ctx: Context, ids: OwnerIds) => {
    const found = await findStart(ctx, ids, 'started_at');
    const activation = await findActivation(ctx.database, ids.activation_id);
    if (!found || !activation) return undefined;
    const settings = await findRules(ctx.database, activation.deceased_user_id);
    const rules = rulesAt(settings, ctx.clock.now());
    const waiting_hours = waitingHoursOf(rules, activation.is_alone);
    const stop_token = await vetoTokenOf(ctx, ids.activation_id, ids);
    return { ...found, facts: { ...found.facts, waiting_hours, stop_token } };
  },
  text: (words, facts, site) =>
    mailText(words, 'protocol.activation_payment_started', (say) => [
      say('body', {
        person: nameWithAddress(facts.contact_name, facts.contact_email),
        moment: words.moment(facts.at),
      }),
      facts.waiting_hours === 0
        ? say('effect')
        : say('effect_later', { time: waitingPeriod(words, facts.waiting_hours) }),
      ...vetoBlocks(words, site, facts.stop_token, say('wrong')),
    ]),
});

interface EndedAttempt extends Starter {
  at: string;
  end_reason: ActivationEnd | 'rejected';
  is_refunded: boolean;
}

export const activationAttemptEnded = declareMail({
  name: 'activation_attempt_ended',
  to: 'the owner (all addresses)',
  when: 'an activation attempt ended',
  retry: 'persistent',
  find: async (ctx: Context, ids: OwnerIds): Promise<FoundMail<EndedAttempt> | undefined> => {
    const people = await findPeopleOfActivation(ctx.database, ids.activation_id);
    if (!people?.owner) return undefined;
    const { started_at, status } = people;
    const end_reason = people.end_reason ?? (status === 'rejected' ? status : null);
    if (!end_reason) return undefined;
    return toOwner(ctx, people.owner_id, people.owner, ids, {
      ...starterOf(people),
      at: started_at,
      end_reason,
      is_refunded: status === 'refunded',
    });
  },
  text: (words, facts, site) =>
    mailText(words, 'protocol.activation_attempt_ended', (say) => [
      attemptOf(words, facts),
      say(`why.${facts.end_reason}`),
      ...(facts.is_refunded ? [say('refunded')] : []),
      say('nothing'),
      contactsButton(words, site),
    ]),
});

export const activationPinLocked = declareMail({
  name: 'activation_pin_locked',
  to: 'the owner (all addresses)',
  when: 'a contact is locked out after wrong PINs',
  retry: 'persistent',
  find: async (ctx: Context, ids: { contact_id: string } & ToOwner) => {
    const found = await findContactPerson(ctx.database, ids.contact_id);
    return found && toOwner(ctx, found.owner_id, found.owner, ids, found.contact);
  },
  text: (words, { name, email }, site) =>
    mailText(words, 'protocol.activation_pin_locked', (say) => [
      say('body', { person: nameWithAddress(name, email) }),
      say('meaning'),
      say('unexpected'),
      contactsButton(words, site),
    ]),
});

/** Up to a day in hours, more in days. */
function waitingPeriod({ t }: MailWords, hours: number): string {
  return hours <= 24
    ? t('duration.hours', { count: hours })
    : t('duration.days', { count: Math.round(hours / 24) });
}

function attemptOf({ t, moment }: MailWords, facts: EndedAttempt): string {
  const { contact_name, contact_email, at } = facts;
  if (!contact_email) return t('protocol.activation_attempt_ended.gone', { moment: moment(at) });
  const person = nameWithAddress(contact_name ?? '', contact_email);
  return t('protocol.activation_attempt_ended.body', { person, moment: moment(at) });
}

function staleStageOf(status: ActivationStatus): 'approved' | 'asked' | 'agreed' | undefined {
  switch (status) {
    case 'approved':
    case 'agreed':
      return status;
    case 'agreement_pending':
      return 'asked';
    default:
      return undefined;
  }
}

export const startMails = [
  startEnds,
  startLeftOpen,
  activationPaymentStarted,
  activationAttemptEnded,
  activationPinLocked,
];
