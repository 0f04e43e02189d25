import type {
  ActivationStatus,
  EndReminder,
  RejectionReason,
} from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { declareMail, type MailBlock } from '../../../platform/mail/mail.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { hasPin } from '../../identity/account/index.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { isDoubted } from '../activation/doubt-repository.ts';
import { staleExpiryOf } from '../activation/stale-activation-rules.ts';
import { hasEnvelope } from '../letters/envelope-repository.ts';
import { openPapers } from '../requests/open-request.ts';
import { answerDueAt } from '../requests/request-rules.ts';
import { decisionDayOf } from './activation-state-mail.ts';
import {
  type ActivationIds,
  contactName,
  contactText,
  findContactMail,
  findForContact,
  type OtherContactIds,
  type Writer,
} from './contact-mail.ts';

type ProgressIds =
  | { step: 'approved'; contact_id: string }
  | (ActivationIds &
      (
        | { step: 'received' | 'rejected' | 'agreed' | 'alone' | 'activated' }
        | { step: 'document'; asked_at: string }
        | { step: 'ends'; reminder: EndReminder }
      ));

type Step =
  | { step: 'agreed' | 'alone' | 'activated' }
  | { step: 'received'; answer_by: string }
  | { step: 'document'; asked_for: string }
  | { step: 'rejected'; rejection: RejectionReason; note: string | null }
  | { step: 'approved'; has_pin: boolean }
  | { step: 'ends'; stage: 'approved' | 'asked' | 'agreed'; ends_at: string };

export const activationProgress = declareMail({
  name: 'activation_progress',
  to: 'the contact who started',
  when: 'the request was filed, needs a document, is rejected or approved; another contact agreed, or none within 14 days; 30 and 7 days before a stale activation ends; the protocol was activated and no letter is for this contact',
  retry: 'persistent',
  find: async (ctx: Context, ids: ProgressIds) => {
    if (ids.step !== 'approved') return findForContact(ctx, ids, () => findStep(ctx, ids));
    const found = await findContactMail(ctx, ids);
    if (!found) return undefined;
    const has_pin = await hasPin(ctx.database, found.owner_id);
    return { ...found, facts: { ...found.facts, step: ids.step, has_pin } };
  },
  text: (words, facts: Writer & Step, site) =>
    contactText(
      words,
      site,
      facts,
      `protocol.progress.${facts.step}`,
      () => blocksOf(words, facts),
      facts.step === 'ends' ? { day: words.day(facts.ends_at) } : {},
    ),
});

/** Undefined if the step no longer matches the state of the activation. */
async function findStep(
  ctx: Context,
  ids: Exclude<ProgressIds, { step: 'approved' }>,
): Promise<Step | undefined> {
  const { database } = ctx;
  const activation = await findActivation(database, ids.activation_id);
  if (!activation) return undefined;
  const { status, rejection } = activation;
  switch (ids.step) {
    case 'received':
      if (status !== 'requested') return undefined;
      return { step: ids.step, answer_by: answerDueAt(activation.created_at).toISOString() };
    case 'document': {
      const { asked } = await openPapers(ctx, ids.activation_id);
      const isOpen = asked?.asked_at.toISOString() === ids.asked_at && !asked.answered_at;
      if (status !== 'requested' || !isOpen) return undefined;
      return { step: ids.step, asked_for: asked.text ?? '' };
    }
    case 'rejected': {
      const { note } = await openPapers(ctx, ids.activation_id);
      return rejection ? { step: ids.step, rejection, note } : undefined;
    }
    case 'agreed':
      return status === 'agreed' ? { step: ids.step } : undefined;
    case 'alone': {
      const isSilent = status === 'agreement_pending' && !(await decisionDayOf(ctx, ids));
      return isSilent ? { step: ids.step } : undefined;
    }
    case 'ends': {
      // The activation continued, or the last reminder has replaced the first.
      if (activation.end_reminder !== ids.reminder) return undefined;
      const is_doubted = await isDoubted(database, activation);
      const ends = staleExpiryOf({ ...activation, is_doubted });
      const stage = staleStageOf(status);
      return ends && stage ? { step: ids.step, stage, ends_at: ends.toISOString() } : undefined;
    }
    case 'activated': {
      // The mail with the contact's own letter already announces the release.
      const hasLetter = await hasEnvelope(database, activation.id, activation.trusted_contact_id);
      return hasLetter ? undefined : { step: ids.step };
    }
  }
}

function blocksOf({ t, day, moment }: MailWords, facts: Step): MailBlock[] {
  switch (facts.step) {
    case 'received':
      return [
        t('protocol.progress.received.body', { day: day(facts.answer_by) }),
        t('protocol.progress.received.documents'),
      ];
    case 'document':
      return [
        t('protocol.progress.document.body'),
        { verbatim: facts.asked_for },
        t('protocol.progress.document.add'),
      ];
    case 'rejected':
      return [
        [
          t('protocol.progress.rejected.body'),
          t(`protocol.progress.rejected.why.${facts.rejection}`),
          t('protocol.progress.rejected.again'),
        ],
        ...(facts.note ? [t('protocol.progress.rejected.note'), { verbatim: facts.note }] : []),
      ];
    case 'approved':
      return [
        [
          t('protocol.progress.approved.body'),
          ...(facts.has_pin ? [t('protocol.progress.approved.pin')] : []),
        ],
      ];
    case 'ends':
      return [
        [
          t(`protocol.progress.ends.${facts.stage}`),
          t('protocol.progress.ends.body', { moment: moment(facts.ends_at) }),
        ],
      ];
    default:
      return [t(`protocol.progress.${facts.step}.body`)];
  }
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

export const agreementAsked = declareMail({
  name: 'agreement_asked',
  to: 'the other confirmed contacts',
  when: 'a contact asks for the second agreement',
  retry: 'persistent',
  find: (ctx: Context, ids: OtherContactIds) =>
    findForContact(ctx, ids, ({ status, contact }) =>
      status === 'agreement_pending' ? { starter_name: contact?.name ?? null } : undefined,
    ),
  text: (words, facts, site) =>
    contactText(words, site, facts, 'protocol.agreement_asked', (say) => [
      say('body', { starter: contactName(words, facts.starter_name) }),
      say('ask'),
    ]),
});
