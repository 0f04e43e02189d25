import type { Locale } from '@zavet/contract/locales';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { answerLine } from '../../../platform/mail/mail-answer.ts';
import { MailRefused } from '../../../platform/mail/mail-transport.ts';
import { handOver } from '../../../platform/mail/send-mail.ts';
import { findPerson } from '../../account/public.ts';
import { deliveryLetter } from '../emails/delivery-letter.ts';
import { writerOf } from '../emails/letter-words.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import type { ClaimedDelivery } from './claim-repository.ts';
import type { LastRefusal } from './delivery-values.ts';
import { addressOf, nameOf, titleOf } from './open-recipient.ts';

export interface LetterOutcome {
  delivery: ClaimedDelivery;
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

/** Writes and hands over the letters of one owner. */
export interface PostOffice {
  key: OwnerKey;
  /** Never throws: whatever goes wrong is an outcome. */
  handOver(delivery: ClaimedDelivery): Promise<LetterOutcome>;
}

/** Undefined when the owner is gone. */
export async function createPostOffice(
  deps: ProtocolDeps,
  ownerId: string,
): Promise<PostOffice | undefined> {
  const { database, vault, linkTokens, post, log, checkpoint } = deps;
  const { place } = post;
  const owner = await findPerson(database, ownerId);
  if (!owner) return undefined;
  const key = await vault.keyOf(ownerId);
  // React and the mail components are loaded with the first letter, not at start.
  const { deliveryForm } = await import('../emails/delivery-form.ts');
  const { writeMail } = await import('../../../platform/mail/templates/write-mail.tsx');
  const writer = writerOf(owner);

  async function write(delivery: ClaimedDelivery, language: Locale) {
    const token = linkTokens.tokenOf(delivery.link_id);
    const named = { title: titleOf(key, delivery), recipient_name: nameOf(key, delivery) };
    const facts = { ...writer, ...named, token };
    const { is_renewed } = delivery;
    if (is_renewed) return writeMail(deliveryLetter, language, { ...facts, is_renewed }, place);
    return (await deliveryForm(language, place)).fill(facts);
  }

  async function send(delivery: ClaimedDelivery, to: string, language: Locale): Promise<string> {
    const written = await write(delivery, language);
    const { name } = deliveryLetter;
    return answerLine(await handOver(post, name, delivery.link_id, { to, language }, written));
  }

  return {
    key,
    handOver: async (delivery) => {
      try {
        const to = addressOf(key, delivery);
        if (!to)
          return { delivery, refusal: 'unknown_address', reply: 'the address does not open' };
        checkpoint('delivery.before_mail');
        const reply = await send(delivery, to, delivery.contact_language ?? owner.language);
        checkpoint('delivery.mail_accepted');
        return { delivery, refusal: null, reply };
      } catch (error) {
        if (error instanceof MailRefused) {
          const { isInterrupted, retryAfterMs } = error;
          const reply = answerLine(error);
          return { delivery, refusal: kindOf(error), isInterrupted, retryAfterMs, reply };
        }
        log.error(
          { code: 'letter_not_written', err: error, delivery_id: delivery.id },
          'a letter could not be written',
        );
        return { delivery, refusal: 'temporary', reply: 'not handed over' };
      }
    },
  };
}

function kindOf(refused: MailRefused): LastRefusal | 'unanswered' | 'paused' {
  if (refused.retryAfterMs !== undefined) return 'paused';
  if (refused.isUnanswered) return 'unanswered';
  if (refused.isAddressUnknown) return 'unknown_address';
  return refused.permanent ? 'permanent' : 'temporary';
}
