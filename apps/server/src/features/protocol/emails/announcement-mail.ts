import { rulesAt, waitingHoursOf } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { declareMail, mailText } from '../../../platform/mail/mail.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { hasPin } from '../../identity/account/index.ts';
import { type Activation, findActivation } from '../activation/activation-repository.ts';
import { needsSignIn } from '../activation/veto-rules.ts';
import type { ActivationPeople } from '../people-repository.ts';
import { listDocuments } from '../requests/papers-repository.ts';
import { findRules } from '../settings/settings-repository.ts';
import {
  type Continuation,
  continuationOf,
  type Doubt,
  findContinuation,
  findDoubt,
} from './activation-state-mail.ts';
import { type ActivationIds, contactName } from './contact-mail.ts';
import {
  findForOwner,
  type OwnerMailIds,
  type Starter,
  starterInSubject,
  starterLine,
  starterName,
  vetoBlocks,
} from './owner-mail.ts';

/**
 * `requested`: the contact asks operators for an approval. `asked`: the contact asks other contacts
 * to agree. `withdrawn`, `dismissed`: a doubt ended.
 */
type Stage =
  | 'requested'
  | 'certificate'
  | 'approved'
  | 'asked'
  | 'payment'
  | 'doubted'
  | 'withdrawn'
  | 'dismissed';

interface AnnouncementIds extends OwnerMailIds, ActivationIds {
  stage: Stage;
  doubter_id?: string;
  /** Not sent once the payment has succeeded: the mail about the waiting period replaces it. */
  is_delayed?: boolean;
}

interface Announcement extends Starter, Partial<Doubt>, Partial<Continuation> {
  stage: Stage;
  at: string;
  veto_token: string | null;
  is_agreed?: boolean;
  waiting_hours?: number;
  has_documents?: boolean;
  has_pin?: boolean;
  is_by_certificate?: boolean;
}

/** Announces every step towards a release before the waiting period. */
export const activationAnnounced = declareMail({
  name: 'activation_announced',
  to: 'the owner (all addresses)',
  when: 'a request, a death certificate, an approval, a request for agreement, a payment (10 minutes later if a waiting period follows, unless paid), a doubt and its end',
  retry: 'persistent',
  find: (ctx: Context, ids: AnnouncementIds) =>
    findForOwner(ctx, ids, async (people) => {
      const facts = await factsOf(ctx, ids, people);
      return facts && { stage: ids.stage, at: people.started_at, ...facts };
    }),
  text: (words, facts: Announcement, site) => {
    const { stage, at } = facts;
    const isDoubt = facts.decided_by !== undefined || facts.next !== undefined;
    return mailText(
      words,
      `protocol.announced.${stage}`,
      (say) => [
        [
          say('body', {
            person: starterName(words, facts),
            name: contactName(words, facts.doubter_name ?? null),
            moment: words.moment(at),
          }),
          ...nextSentences(words, facts),
        ],
        ...(isDoubt ? starterLine(words, facts) : []),
        ...vetoBlocks(words, site, facts.veto_token),
      ],
      { values: { name: starterInSubject(words, facts) } },
    );
  },
});

function nextSentences(words: MailWords, facts: Announcement): string[] {
  const { t } = words;
  switch (facts.stage) {
    case 'requested':
    case 'certificate':
      return [t(`protocol.announced.${facts.stage}.next`)];
    case 'approved':
      return [
        ...(facts.has_documents ? [t('protocol.announced.approved.documents')] : []),
        ...(facts.has_pin ? [t('protocol.announced.approved.pin')] : []),
        t('protocol.announced.approved.next'),
        ...(facts.is_by_certificate ? [t('protocol.announced.approved.certificate')] : []),
      ];
    case 'asked':
      return [t(`protocol.announced.asked.${facts.is_agreed ? 'agreed' : 'next'}`)];
    case 'payment':
      return facts.waiting_hours
        ? [
            t('protocol.announced.payment.later', {
              time: waitingPeriod(words, facts.waiting_hours),
            }),
          ]
        : [t('protocol.announced.payment.now')];
    case 'doubted':
      return facts.decided_by ? [t('protocol.held', { day: words.day(facts.decided_by) })] : [];
    case 'withdrawn':
    case 'dismissed': {
      const { next, release_at = null } = facts;
      return next ? continuationOf(words, { next, release_at }, true) : [];
    }
  }
}

/** A duration in words: in hours up to a day, otherwise in days. */
function waitingPeriod({ t }: MailWords, hours: number): string {
  return hours <= 24
    ? t('duration.hours', { count: hours })
    : t('duration.days', { count: Math.round(hours / 24) });
}

/** Facts for a stage; undefined if the mail is no longer due. */
async function factsOf(
  ctx: Context,
  ids: AnnouncementIds,
  people: ActivationPeople,
): Promise<Partial<Announcement> | undefined> {
  const { status } = people;
  const activation = await findActivation(ctx.database, ids.activation_id);
  if (!activation) return undefined;
  switch (ids.stage) {
    case 'requested':
      return {};
    case 'certificate':
      return status === 'requested' && activation.certificate_proposed_at ? {} : undefined;
    case 'approved':
      return {
        has_documents: (await listDocuments(ctx.database, activation.id)).length > 0,
        is_by_certificate: needsSignIn(activation),
        has_pin: await hasPin(ctx.database, people.owner_id),
      };
    case 'asked':
      // Another contact had started as well, which counts as an agreement.
      if (status === 'agreed') return { is_agreed: true };
      return status === 'agreement_pending' ? { is_agreed: false } : undefined;
    case 'payment':
      if (ids.is_delayed && status !== 'payment_pending') return undefined;
      return { waiting_hours: await waitingHoursAt(ctx, activation, ctx.clock.now()) };
    case 'doubted':
      return findDoubt(ctx, ids);
    case 'withdrawn':
    case 'dismissed':
      return findContinuation(ctx, ids, people);
  }
}

export async function waitingHoursAt(
  { database }: Context,
  { deceased_user_id, is_alone }: Pick<Activation, 'deceased_user_id' | 'is_alone'>,
  at: Date,
): Promise<number> {
  return waitingHoursOf(rulesAt(await findRules(database, deceased_user_id), at), is_alone);
}
