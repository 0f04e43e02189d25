import type { Locale } from '@zavet/contract/locales';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { answerLine, MailRefused } from '../../../platform/mail/mail-transport.ts';
import { handOver } from '../../../platform/mail/mailer.ts';
import type { Activation } from '../activation/activation-repository.ts';
import { writerOf } from '../emails/contact-mail.ts';
import { type LetterFacts, letterMail, type NamedLetters } from '../emails/letter-mail.ts';
import { type ActivationPeople, findPeopleOfActivation } from '../people-repository.ts';
import type { ClaimedEnvelope } from './claim-repository.ts';
import type { LastRefusal } from './delivery-rules.ts';
import { openEnvelope } from './recipient.ts';

export interface LetterOutcome {
  envelope: ClaimedEnvelope;
  /**
   * Null when the mail server took it, `unanswered` when nobody was there to take it, `paused` when
   * its turn comes later: the domain of its address gets no mail for a while.
   */
  refusal: LastRefusal | 'unanswered' | 'paused' | null;
  /** Of a paused one. */
  retryAfterMs?: number;
  isInterrupted?: boolean;
  /** What the mail server said; may name the address. */
  reply: string;
}

/** Writes and hands over the letters of one activation. */
export interface LetterSender {
  key: OwnerKey;
  /** Never throws: whatever goes wrong is an outcome. */
  handOver(envelope: ClaimedEnvelope): Promise<LetterOutcome>;
}

/** Undefined when the owner is gone. */
export async function createLetterSender(
  ctx: Context,
  activation: Pick<Activation, 'id' | 'deceased_user_id' | 'trusted_contact_id'>,
): Promise<LetterSender | undefined> {
  const { database, vault, linkTokens, mailer, log, checkpoint } = ctx;
  const { site } = mailer;
  const people = await findPeopleOfActivation(database, activation.id);
  const owner = people?.owner;
  if (!people || !owner) return undefined;
  const key = await vault.keyOf(activation.deceased_user_id);
  // React and the mail components are loaded with the first letter, not at start.
  const { deliveryForm: letterMailForm } = await import('../emails/letter-mail-form.ts');
  const { writeMail } = await import('../../../platform/mail/templates/write-mail.tsx');
  const writer = writerOf(owner);
  const starter = starterOf(people);
  const writerLanguage = { language: owner.language };

  async function write(envelope: ClaimedEnvelope, facts: LetterFacts, language: Locale) {
    const { is_renewed } = envelope;
    if (is_renewed) return writeMail(letterMail, language, { ...facts, is_renewed }, site);
    return (await letterMailForm(language, site, facts)).fill(facts);
  }

  async function send(envelope: ClaimedEnvelope): Promise<string | undefined> {
    const { to, language, named } = openEnvelope(key, envelope, writerLanguage);
    if (!to) return undefined;
    const { contact_id, link_id } = envelope;
    const isStarter = contact_id !== null && contact_id === activation.trusted_contact_id;
    const started_by = isStarter ? 'reader' : starter;
    const token = linkTokens.tokenOf(link_id);
    const written = await write(envelope, { ...writer, ...named, started_by, token }, language);
    checkpoint('delivery.before_mail');
    const { name } = letterMail;
    const receipt = await handOver(mailer, name, link_id, { to, language }, written);
    checkpoint('delivery.mail_accepted');
    return answerLine(receipt);
  }

  return {
    key,
    handOver: async (envelope) => {
      try {
        const reply = await send(envelope);
        if (reply !== undefined) return { envelope, refusal: null, reply };
        return { envelope, refusal: 'unknown_address', reply: 'the address does not open' };
      } catch (error) {
        if (error instanceof MailRefused) {
          const { isInterrupted, retryAfterMs } = error;
          const reply = answerLine(error);
          return { envelope, refusal: kindOf(error), isInterrupted, retryAfterMs, reply };
        }
        log.error(
          { code: 'letter_not_written', err: error, envelope_id: envelope.id },
          'a letter could not be written',
        );
        return { envelope, refusal: 'temporary', reply: 'not handed over' };
      }
    },
  };
}

/** A familiar name says that a mail is genuine; one that is gone is not made up. */
function starterOf({ contact, initiator }: ActivationPeople): NamedLetters['started_by'] {
  const name = contact?.name || initiator?.full_name;
  return name ? { name } : null;
}

function kindOf(refused: MailRefused): LastRefusal | 'unanswered' | 'paused' {
  if (refused.retryAfterMs !== undefined) return 'paused';
  if (refused.isUnanswered) return 'unanswered';
  if (refused.isAddressUnknown) return 'unknown_address';
  return refused.permanent ? 'permanent' : 'temporary';
}
