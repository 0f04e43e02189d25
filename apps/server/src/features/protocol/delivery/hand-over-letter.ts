import type { Locale } from '@zavet/contract/locales';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { MailRefused } from '../../../platform/mail/mail-transport.ts';
import { messageIdOf } from '../../../platform/mail/message-id.ts';
import { findPerson } from '../../account/public.ts';
import { deliveryLink } from '../emails/delivery-link.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import type { ClaimedDelivery } from './claim-repository.ts';
import type { LastRefusal } from './delivery-values.ts';

export interface LetterOutcome {
  delivery: ClaimedDelivery;
  /** Null when the mail server took it, `unanswered` when nobody was there to take it. */
  refusal: LastRefusal | 'unanswered' | null;
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
  const { database, vault, linkTokens, transport, place, log, checkpoint } = deps;
  const owner = await findPerson(database, ownerId);
  if (!owner) return undefined;
  const key = await vault.keyOf(ownerId);
  const { deliveryForm } = await import('../emails/delivery-form.ts');

  const writer = { owner_name: owner.full_name, owner_email: owner.email };

  async function write(delivery: ClaimedDelivery, language: Locale) {
    const title = titleOf(key, delivery);
    const token = linkTokens.tokenOf(delivery.link_id);
    if (delivery.is_renewed) {
      const { renderProtocolMail } = await import('../emails/render-protocol-mail.ts');
      const facts = { ...writer, title, token };
      return renderProtocolMail('delivery_link_renewed', language, facts, place);
    }
    const form = await deliveryForm(language, place);
    return form.fill({ ...writer, title, link: deliveryLink(place.publicUrl, token) });
  }

  async function send(delivery: ClaimedDelivery, to: string, language: Locale): Promise<string> {
    const { response } = await transport.deliver({
      ...(await write(delivery, language)),
      to,
      language,
      message_id: messageIdOf(place, 'delivery', delivery.link_id),
    });
    return response;
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
          const { response: reply, isInterrupted } = error;
          return { delivery, refusal: kindOf(error), isInterrupted, reply };
        }
        log.error({ err: error, delivery_id: delivery.id }, 'a delivery could not be written');
        return { delivery, refusal: 'temporary', reply: 'not handed over' };
      }
    },
  };
}

function kindOf(refused: MailRefused): LastRefusal | 'unanswered' {
  if (refused.isUnanswered) return 'unanswered';
  if (refused.isAddressUnknown) return 'unknown_address';
  return refused.permanent ? 'permanent' : 'temporary';
}

/** Undefined where the record is damaged. */
export function addressOf(
  key: OwnerKey,
  delivery: Pick<
    ClaimedDelivery,
    'id' | 'instruction_id' | 'corrected_email' | 'contact_email' | 'recipient_email' | 'seal_id'
  >,
): string | undefined {
  const { instruction_id, corrected_email, contact_email, recipient_email, seal_id } = delivery;
  if (corrected_email)
    return opened(() => key.open(delivery.id, 'corrected_email', corrected_email));
  if (contact_email) return contact_email;
  if (!recipient_email) return undefined;
  return opened(() => key.open(instruction_id, 'recipient_email', recipient_email, seal_id));
}

/** The reader of a damaged letter is told so; the letter still has to arrive. */
export function titleOf(
  key: OwnerKey,
  { instruction_id, title, seal_id }: Pick<ClaimedDelivery, 'instruction_id' | 'title' | 'seal_id'>,
): string | null {
  return opened(() => key.open(instruction_id, 'title', title, seal_id)) ?? null;
}

export function opened(open: () => string): string | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}
