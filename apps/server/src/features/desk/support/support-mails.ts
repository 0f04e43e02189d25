import { daysAfter } from '@zavet/contract/days';
import type { SupportCategory, SupportTier } from '@zavet/contract/desk/support-values';
import { mailLostAfterDays } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import {
  isolateText,
  plainLine,
  plainLines,
  truncateText,
} from '../../../platform/mail/templates/plain-name.ts';
import { findPerson } from '../../identity/account/index.ts';
import { supportReply } from './message-mails.ts';
import { listUnmailedMessages } from './message-repository.ts';
import { openRequestTexts, type RequestTexts } from './sealed-texts.ts';
import { findSupportRequest, listUnmailedRequests, markRequestSent } from './support-repository.ts';

interface RequestIds {
  request_id: string;
}

interface ReceivedFacts {
  reference: string;
  /** Address for the answer, as typed. */
  user_email: string;
  answer_by: Date;
}

/** Name and subject may be empty. */
interface RequestFacts extends ReceivedFacts, RequestTexts {
  tier: SupportTier;
  category: SupportCategory;
  /** The verified address of the account. */
  account_email: string;
}

const supportTeamLanguage = 'ru';

export const supportRequest = declareMail({
  name: 'support_request',
  to: 'the support mailbox',
  when: 'a new support request',
  retry: 'week',
  find: async (
    ctx: Context,
    { request_id }: RequestIds,
  ): Promise<FoundMail<RequestFacts> | undefined> => {
    const { database, vault, log } = ctx;
    const found = await findSupportRequest(database, request_id);
    if (found?.request.status !== 'queued') return undefined;
    const { request, key } = found;
    const author = await findPerson(database, request.user_id);
    if (!author) return undefined;
    let texts: RequestTexts;
    try {
      texts = openRequestTexts(vault.open(request.user_id, key), request);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      log.error(
        { code: 'support_request_damaged', request_id },
        'a support request could not be decrypted and is not mailed',
      );
      return undefined;
    }
    const facts = { ...request, ...texts, account_email: author.email };
    const { supportEmail: to } = ctx.mailer.site;
    return { to, language: supportTeamLanguage, reply_to: request.user_email, facts };
  },
  text: (words, facts) => {
    const { t } = words;
    const { reference, user_email, account_email } = facts;
    const answer_by = words.moment(facts.answer_by.toISOString());
    const name = isolateText(plainLine(facts.name));
    const topic = isolateText(plainLine(facts.subject));
    return {
      subject: subjectOf(words, facts),
      reason: t('support.request.reason'),
      blocks: [
        t('support.request.reference', { reference }),
        t('support.request.tier', { tier: t(`support.tiers.${facts.tier}`) }),
        t('support.request.answer_by', { answer_by }),
        t('support.request.category', { category: t(`support.categories.${facts.category}`) }),
        t('support.request.account', { email: account_email }),
        t('support.request.reply_to', { email: user_email }),
        ...(user_email === account_email ? [] : [t('support.request.address_differs')]),
        ...(name ? [t('support.request.name', { name })] : []),
        ...(topic ? [t('support.request.topic', { topic })] : []),
        t('support.request.message'),
        { verbatim: plainLines(facts.message) },
        t('support.request.answering'),
      ],
    };
  },
  settle: async ({ database }, { request_id }, _, end) => {
    if (end === 'accepted') await markRequestSent(database, request_id);
  },
  // A permanent refusal is retried as well, because the support mailbox can be repaired.
  isFinal: () => false,
});

/** Sent to the account's address: the typed one could belong to a stranger. */
export const supportReceived = declareMail({
  name: 'support_received',
  to: 'the owner',
  when: 'a new support request',
  retry: 'usual',
  find: async (
    { database }: Context,
    { request_id }: RequestIds,
  ): Promise<FoundMail<ReceivedFacts> | undefined> => {
    const found = await findSupportRequest(database, request_id);
    const author = found && (await findPerson(database, found.request.user_id));
    return author && { to: author.email, language: author.language, facts: found.request };
  },
  text: (words, { reference, user_email: email, ...facts }, { publicUrl }) => {
    const { t } = words;
    const answer_by = words.moment(facts.answer_by.toISOString());
    return mailText(
      words,
      'support.received',
      (say) => [
        say('body', { reference }),
        say('promise', { answer_by, email }),
        say('not_you'),
        button(t('support.open_support'), linkTo(publicUrl, '/settings', { tab: 'support' })),
      ],
      { values: { reference, answer_by } },
    );
  },
});

const maxTopicLength = 80;

function subjectOf({ t }: MailWords, facts: RequestFacts): string {
  const topic = isolateText(truncateText(plainLine(facts.subject), maxTopicLength));
  const values = {
    reference: facts.reference,
    category: t(`support.categories.${facts.category}`),
  };
  return topic
    ? t('support.request.subject', { ...values, subject: topic })
    : t('support.request.subject_untitled', values);
}

/** Maximum of mails per daily transaction and kind. */
const batchSize = 500;

/** Enqueues mails again that the support mailbox has not accepted. Repeatable. */
export async function enqueueUnsentMails(ctx: Context): Promise<void> {
  const { database, clock } = ctx;
  const before = daysAfter(clock.now(), -mailLostAfterDays);
  await database.transaction(async () => {
    for (const request_id of await listUnmailedRequests(database, before, batchSize)) {
      await enqueueMail(ctx, supportRequest, { request_id }, { mailId: request_id });
    }
    for (const message_id of await listUnmailedMessages(database, before, batchSize)) {
      await enqueueMail(ctx, supportReply, { message_id }, { mailId: message_id });
    }
  });
}
