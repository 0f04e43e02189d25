import type { ActivationEnd, EndReminder } from '@zavet/contract/protocol/protocol-values';
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
import {
  type ActivationIds,
  contactReason,
  legaciesButton,
  mailTo,
  ownerLine,
  type Writer,
  writerOf,
} from './contact-mail.ts';
import {
  contactsButton,
  named,
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
  find: async (
    { database }: Context,
    { activation_id, reminder }: ActivationIds & { reminder: EndReminder },
  ): Promise<FoundMail<Ends> | undefined> => {
    const people = await findPeopleOfActivation(database, activation_id);
    const activation = await findActivation(database, activation_id);
    // It has gone on since, or the last reminder has overtaken the first.
    if (!people?.owner || !people.initiator || activation?.end_reminder !== reminder) return;
    const is_doubted = await isDoubted(database, activation);
    const ends = staleExpiryOf({ ...activation, is_doubted });
    const left_in = leftIn(activation.status);
    if (!ends || !left_in) return undefined;
    const facts = { ...writerOf(people.owner), left_in, ends_at: ends.toISOString() };
    return mailTo(people.initiator, facts);
  },
  text: (words, facts, place) =>
    mailText(
      words,
      'protocol.start_ends',
      (say) => [
        say(`body.${facts.left_in}`),
        ...ownerLine(words, facts),
        say('end', { moment: words.moment(facts.ends_at) }),
        say('again'),
        legaciesButton(words, place),
      ],
      { ...contactReason, values: { day: words.day(facts.ends_at) } },
    ),
});

export const startLeftOpen = declareMail({
  name: 'start_left_open',
  to: 'the contact who began',
  when: 'a stale start ended',
  retry: 'persistent',
  find: async (
    { database }: Context,
    { activation_id }: ActivationIds,
  ): Promise<FoundMail<Writer> | undefined> => {
    const people = await findPeopleOfActivation(database, activation_id);
    if (!people?.owner || !people.initiator || people.end_reason !== 'left_open') return undefined;
    return mailTo(people.initiator, writerOf(people.owner));
  },
  text: (words, facts, place) =>
    mailText(
      words,
      'protocol.start_left_open',
      (say) => [
        say('body'),
        ...ownerLine(words, facts),
        say('nothing'),
        say('again'),
        legaciesButton(words, place),
      ],
      contactReason,
    ),
});

interface Attempt {
  contact_name: string;
  contact_email: string;
  /** A moment. */
  at: string;
}

export const findAttempt =
  (moment: 'started_at' | 'activated_at') =>
  async (ctx: Context, ids: OwnerIds): Promise<FoundMail<Attempt> | undefined> => {
    const people = await findPeopleOfActivation(ctx.database, ids.activation_id);
    const at = people?.[moment];
    if (!people?.owner || !people.contact || !at) return undefined;
    return toOwner(ctx, people.owner_id, people.owner, ids, { ...named(people.contact), at });
  };

interface StartedAttempt extends Attempt {
  /** Between payment and letters, as it stands now. */
  waiting_hours: number;
  stop_token: string | null;
}

export const activationPaymentStarted = declareMail({
  name: 'activation_payment_started',
  to: 'the owner (all addresses)',
  when: 'a contact began to pay for the activation',
  retry: 'persistent',
  find: async (ctx: Context, ids: OwnerIds): Promise<FoundMail<StartedAttempt> | undefined> => {
    const found = await findAttempt('started_at')(ctx, ids);
    const activation = await findActivation(ctx.database, ids.activation_id);
    if (!found || !activation) return undefined;
    const kept = await findRules(ctx.database, activation.deceased_user_id);
    const rules = rulesAt(kept, ctx.clock.now());
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
        : say('effect_later', { time: waitingTime(words, facts.waiting_hours) }),
      ...vetoBlocks(words, site, facts.stop_token, say('wrong')),
    ]),
});

interface EndedAttempt extends Starter {
  at: string;
  /** An operator's no is an end as well. */
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

/** A waiting time as people say it: a day in hours, more in days. */
function waitingTime({ t }: MailWords, hours: number): string {
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

type LeftIn = 'approved' | 'asked' | 'agreed';

interface Ends extends Writer {
  left_in: LeftIn;
  ends_at: string;
}

function leftIn(status: string): LeftIn | undefined {
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
