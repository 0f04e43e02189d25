import type { Context } from '../../../context.ts';
import { declareMail, mailText } from '../../../platform/mail/mail.ts';
import { findActivation } from '../activation/activation-repository.ts';
import type { Warning } from '../activation/waiting-rules.ts';
import {
  type ActivationIds,
  contactName,
  contactReason,
  contactText,
  findForContact,
  findForOthers,
  legaciesButton,
  type OtherContactIds,
  ownerLine,
  starterText,
} from './contact-mail.ts';
import { decisionDayOf } from './doubt-mails.ts';
import {
  findForOwner,
  noteOwnerUnreached,
  type OwnerIds,
  starterLine,
  vetoBlocks,
} from './owner-mail.ts';

interface Waits {
  started_at: string;
  release_at: string;
  warning: 'first' | Warning | 'postponed';
  /** Due date of a decision about a doubt; null if none holds back the letters. */
  decided_by: string | null;
}

const textKeys = {
  first: 'protocol.activation_waits',
  daily: 'protocol.activation_waits_daily',
  last_day: 'protocol.activation_waits_last',
  postponed: 'protocol.activation_waits_postponed',
} as const;

export const activationWaits = declareMail({
  name: 'activation_waits',
  to: 'the owner (all addresses)',
  when: 'waiting period: immediately, daily, on the last day, and when downtime postpones the release',
  retry: 'persistent',
  find: (ctx: Context, ids: OwnerIds & { warning: Waits['warning'] }) =>
    findForOwner(ctx, ids, async ({ status, started_at, release_at }) => {
      if (status !== 'waiting' || !release_at) return undefined;
      const decided_by = await decisionDayOf(ctx, ids);
      return { started_at, release_at, warning: ids.warning, decided_by } satisfies Waits;
    }),
  onBounced: async (ctx, ids, bounce) => {
    const owner = await findActivation(ctx.database, ids.activation_id);
    if (owner) await noteOwnerUnreached(ctx, owner.deceased_user_id, ids, bounce);
  },
  text: (words, facts, site) => {
    const { t, moment } = words;
    return mailText(
      words,
      textKeys[facts.warning],
      (say) => [
        say('body', { started: moment(facts.started_at) }),
        ...starterLine(words, facts),
        t('protocol.activation_waits.effect', { moment: moment(facts.release_at) }),
        ...(facts.decided_by
          ? [t('protocol.activation_waits.held', { day: words.day(facts.decided_by) })]
          : []),
        ...vetoBlocks(words, site, facts.stop_token, t('protocol.activation_waits.here')),
        t('protocol.activation_waits.after'),
      ],
      { values: { day: words.day(facts.release_at) } },
    );
  },
});

export const waitingBegun = declareMail({
  name: 'waiting_begun',
  to: 'the contact who paid',
  when: 'the waiting period begins',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds) =>
    findForContact(ctx, ids, ({ release_at }) => (release_at ? { release_at } : undefined)),
  text: (words, facts, site) =>
    starterText(
      words,
      site,
      facts,
      'protocol.waiting_begun',
      (say) => [
        say('body', { moment: words.moment(facts.release_at) }),
        say('stop'),
        say('mistake'),
      ],
      { day: words.day(facts.release_at) },
    ),
});

export const waitingPostponed = declareMail({
  name: 'waiting_postponed',
  to: 'all confirmed contacts',
  when: 'downtime postponed the release',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds & Partial<OtherContactIds>) =>
    findForContact(ctx, ids, ({ status, release_at }) =>
      status === 'waiting' && release_at ? { release_at } : undefined,
    ),
  text: (words, facts, site) =>
    contactText(
      words,
      site,
      facts,
      'protocol.waiting_postponed',
      (say) => [
        say('body', { moment: words.moment(facts.release_at) }),
        say('why'),
        say('nothing'),
      ],
      { day: words.day(facts.release_at) },
    ),
});

export const waitingForOthers = declareMail({
  name: 'waiting_for_others',
  to: 'the other confirmed contacts',
  when: 'the waiting period begins',
  retry: 'persistent',
  find: (ctx: Context, ids: OtherContactIds) =>
    findForOthers(ctx, ids, ({ status }) => status === 'waiting'),
  text: (words, facts, site) =>
    mailText(
      words,
      'protocol.waiting_for_others',
      (say) => [
        say('body', { name: contactName(words, facts.starter_name) }),
        words.t('protocol.what_happened'),
        ...ownerLine(words, facts),
        ...(facts.release_at ? [say('when', { moment: words.moment(facts.release_at) })] : []),
        say('doubt'),
        say('nothing'),
        legaciesButton(words, site),
      ],
      contactReason,
    ),
});

export const waitingEndedForOthers = declareMail({
  name: 'waiting_ended_for_others',
  to: 'the other confirmed contacts',
  when: 'the waiting period ended without release or veto',
  retry: 'persistent',
  find: (ctx: Context, ids: OtherContactIds) =>
    findForOthers(ctx, ids, ({ status }) => status === 'refunded'),
  text: (words, facts, site) =>
    contactText(words, site, facts, 'protocol.waiting_ended_for_others', (say) => [
      say('body'),
      say('still'),
    ]),
});

export const waitingMails = [
  activationWaits,
  waitingBegun,
  waitingPostponed,
  waitingForOthers,
  waitingEndedForOthers,
];
