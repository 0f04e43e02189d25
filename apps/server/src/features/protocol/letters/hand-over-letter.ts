import type { Locale } from '@zavet/contract/locales';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { MailRefused, replyLine } from '../../../platform/mail/mail-transport.ts';
import { deliverMail } from '../../../platform/mail/mailer.ts';
import type { Activation } from '../activation/activation-repository.ts';
import { writerOf } from '../emails/contact-mail.ts';
import { type LetterFacts, letterMail, type NamedLetters } from '../emails/letter-mail.ts';
import { type ActivationPeople, findPeopleOfActivation } from '../people-repository.ts';
import type { ClaimedEnvelope } from './claim-repository.ts';
import type { LastRefusal } from './delivery-rules.ts';
import { openEnvelope } from './recipient.ts';

/** The result of an attempt, to be recorded. */
export interface LetterOutcome {
  envelope: ClaimedEnvelope;
  /** Null if the mail server accepted the mail. */
  refusal: LastRefusal | null;
  isInterrupted?: boolean;
  /** The mail server's reply; may contain the address. */
  reply: string;
}

/** `unanswered`: the mail server is unreachable. `paused`: the domain gets no mails for a while. */
type NotAttempted = { refusal: 'unanswered' } | { refusal: 'paused'; retryAfterMs: number };

/** Writes and hands over the letters of one activation. */
export interface LetterSender {
  key: OwnerKey;
  /** Never throws: every failure is an outcome. */
  handOver(envelope: ClaimedEnvelope): Promise<LetterOutcome | NotAttempted>;
}

/** Undefined if the owner was deleted. */
export async function createLetterSender(
  ctx: Context,
  activation: Activation,
): Promise<LetterSender | undefined> {
  const { database, vault, linkTokens, mailer, log, checkpoint } = ctx;
  const { site } = mailer;
  const people = await findPeopleOfActivation(database, activation.id);
  const owner = people?.owner;
  if (!people || !owner) return undefined;
  const key = await vault.keyOf(activation.deceased_user_id);
  // Loads React and the mail components with the first letter, not at start.
  const { getLetterMailTemplate } = await import('../emails/letter-mail-template.ts');
  const { writeMail } = await import('../../../platform/mail/templates/write-mail.tsx');
  const writer = writerOf(owner);
  const starter = starterOf(people);

  const write = async (envelope: ClaimedEnvelope, facts: LetterFacts, language: Locale) => {
    const { is_renewed } = envelope;
    if (is_renewed) return writeMail(letterMail, language, { ...facts, is_renewed }, site);
    return (await getLetterMailTemplate(language, site, facts)).fill(facts);
  };

  const send = async (envelope: ClaimedEnvelope): Promise<LetterOutcome> => {
    const { to, language, named } = openEnvelope(key, envelope, owner);
    if (!to) return { envelope, refusal: 'unknown_address', reply: 'unreadable address' };
    const { contact_id, link_id } = envelope;
    const isStarter = contact_id !== null && contact_id === activation.trusted_contact_id;
    const started_by = isStarter ? 'reader' : starter;
    const token = linkTokens.tokenOf(link_id);
    const mail = await write(envelope, { ...writer, ...named, started_by, token }, language);
    checkpoint('delivery.before_mail');
    const receipt = await deliverMail(mailer, letterMail.name, link_id, { to, language }, mail);
    checkpoint('delivery.mail_accepted');
    return { envelope, refusal: null, reply: replyLine(receipt) };
  };

  return {
    key,
    handOver: async (envelope) => {
      try {
        return await send(envelope);
      } catch (error) {
        if (error instanceof MailRefused) return outcomeOf(envelope, error);
        log.error(
          { code: 'letter_not_written', err: error, envelope_id: envelope.id },
          'a letter could not be written',
        );
        return { envelope, refusal: 'temporary', reply: 'not handed over' };
      }
    },
  };
}

/** The mail names the contact who started: a familiar name shows that it is genuine. */
function starterOf({ contact, initiator }: ActivationPeople): NamedLetters['started_by'] {
  const name = contact?.name || initiator?.full_name;
  return name ? { name } : null;
}

function outcomeOf(envelope: ClaimedEnvelope, refused: MailRefused): LetterOutcome | NotAttempted {
  const { isInterrupted, retryAfterMs } = refused;
  if (retryAfterMs !== undefined) return { refusal: 'paused', retryAfterMs };
  if (refused.isUnanswered) return { refusal: 'unanswered' };
  return { envelope, refusal: kindOf(refused), isInterrupted, reply: replyLine(refused) };
}

function kindOf({ isAddressUnknown, permanent }: MailRefused): LastRefusal {
  if (isAddressUnknown) return 'unknown_address';
  return permanent ? 'permanent' : 'temporary';
}
