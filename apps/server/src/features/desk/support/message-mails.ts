import type { Context } from '../../../context.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { plainLines } from '../../../platform/mail/templates/plain-name.ts';
import { findPerson, type Person } from '../../identity/account/index.ts';
import {
  findMessage,
  listMessages,
  markAnswerRefused,
  recordMailOutcome,
  type SupportMessage,
} from './message-repository.ts';
import { openMessage, openRequestTexts } from './sealed-texts.ts';
import type { SupportRequest } from './support-repository.ts';

interface MessageIds {
  message_id: string;
}

interface ReplyFacts {
  reference: string;
  answer_by: Date;
  user_email: string;
  account_email: string;
  message: string;
}

interface AnswerFacts {
  message_id: string;
  request_id: string;
  reference: string;
  answer: string;
  /** Null if the answer goes to an address other than the account's. */
  question: string | null;
}

export const supportReply = declareMail({
  name: 'support_reply',
  to: 'the support mailbox',
  when: 'a further message in a request',
  retry: 'week',
  find: async (
    ctx: Context,
    { message_id }: MessageIds,
  ): Promise<FoundMail<ReplyFacts> | undefined> => {
    const opened = await openUnsentMessage(ctx, message_id);
    if (!opened) return undefined;
    const { request, author, text: message } = opened;
    const { reference, answer_by, user_email } = request;
    const facts = { reference, answer_by, user_email, account_email: author.email, message };
    return { to: ctx.mailer.site.supportEmail, language: 'ru', reply_to: user_email, facts };
  },
  text: (words, { reference, user_email, account_email, ...facts }) => {
    const { t } = words;
    const answer_by = words.moment(facts.answer_by.toISOString());
    return mailText(
      words,
      'support.reply',
      (say) => [
        say('body'),
        t('support.request.reference', { reference }),
        t('support.request.answer_by', { answer_by }),
        t('support.request.account', { email: account_email }),
        t('support.request.reply_to', { email: user_email }),
        ...(user_email === account_email ? [] : [t('support.request.address_differs')]),
        t('support.request.message'),
        { verbatim: plainLines(facts.message) },
        t('support.request.answering'),
      ],
      { reason: 'support.request.reason', values: { reference, answer_by } },
    );
  },
  settle: async ({ database }, { message_id }, _, end) => {
    await recordMailOutcome(database, message_id, end);
  },
  // A permanent refusal is retried as well, because the support mailbox can be repaired.
  isFinal: () => false,
});

/** Contains no account data if the reply address is not the address of the account. */
export const supportAnswered = declareMail({
  name: 'support_answered',
  to: 'the reply address',
  when: 'an operator answers a request',
  retry: 'week',
  unconfirmedLimit: 'delay',
  find: async (
    ctx: Context,
    { message_id }: MessageIds,
  ): Promise<FoundMail<AnswerFacts> | undefined> => {
    const opened = await openUnsentMessage(ctx, message_id);
    if (!opened) return undefined;
    const { request, author, text: answer, question } = opened;
    const { id: request_id, reference, user_email: to } = request;
    const isOwnAddress = to === author.email;
    return {
      to,
      language: author.language,
      reply_to: ctx.mailer.site.supportEmail,
      facts: {
        message_id,
        request_id,
        reference,
        answer,
        question: isOwnAddress ? question : null,
      },
    };
  },
  text: (words, { reference, answer, question }, { publicUrl }) => {
    const { t } = words;
    return mailText(
      words,
      'support.answered',
      (say) => [
        say('body', { reference }),
        { verbatim: plainLines(answer) },
        ...(question === null
          ? [say('more_by_mail')]
          : [
              say('question'),
              { verbatim: quoteLines(plainLines(question)) },
              say('more'),
              button(t('support.open_support'), linkTo(publicUrl, '/settings', { tab: 'support' })),
            ]),
      ],
      {
        reason: question === null ? 'support.answered.reason' : 'account.reason.account',
        values: { reference },
      },
    );
  },
  settle: ({ database, clock }, { message_id }, { request_id }, end) =>
    database.transaction(async () => {
      const isNew = await recordMailOutcome(database, message_id, end);
      if (end === 'accepted' || !isNew) return;
      await markAnswerRefused(database, { id: message_id, request_id }, clock.now());
    }),
});

interface OpenedMail {
  request: SupportRequest;
  author: Person;
  text: string;
  /** Last message of the owner before the answer. */
  question: string;
}

/** Undefined if the mail is no longer due. */
async function openUnsentMessage(ctx: Context, messageId: string): Promise<OpenedMail | undefined> {
  const { database, vault, log } = ctx;
  const found = await findMessage(database, messageId);
  if (found?.message.mail_state !== 'queued') return undefined;
  const { message, request } = found;
  const author = await findPerson(database, request.user_id);
  if (!author) return undefined;
  const key = vault.open(request.user_id, found.key);
  try {
    const lastQuestion = questionBefore(message, await listMessages(database, [request.id]));
    const question = lastQuestion
      ? openMessage(key, lastQuestion)
      : openRequestTexts(key, request).message;
    return { request, author, text: openMessage(key, message), question };
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error(
      { code: 'support_request_damaged', request_id: request.id },
      'a message of a support request could not be decrypted and is not mailed',
    );
    return undefined;
  }
}

/** Undefined if the question is the first message of the request. */
function questionBefore(
  { id }: SupportMessage,
  messages: readonly SupportMessage[],
): SupportMessage | undefined {
  const index = messages.findIndex((one) => one.id === id);
  return messages.slice(0, index).findLast(({ author }) => author === 'owner');
}

function quoteLines(text: string): string {
  return text.replace(/^/gm, '> ');
}
