import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Download } from '../../../platform/http/route.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { invitationLink } from './answer-invitation.ts';
import { findCardFacts } from './confirmation-card.ts';
import { type Contact, findContactById } from './contact-repository.ts';

/** The card for the holder of the link of an accepted invitation. */
export async function openCardByLink(ctx: Context, token: string): Promise<Download> {
  const { contact } = await invitationLink.open(ctx, token);
  if (!contact.is_confirmed) return fail('contact_not_confirmed');
  return writeCard(ctx, contact);
}

/**
 * The card of a signed-in contact. The caller has checked that the contact is bound to the account.
 */
export async function openCardByContactId(ctx: Context, contactId: string): Promise<Download> {
  const contact = await findContactById(ctx.database, contactId);
  return contact ? writeCard(ctx, contact) : fail('legacy_not_found');
}

async function writeCard(ctx: Context, contact: Contact): Promise<Download> {
  const facts = (await findCardFacts(ctx, contact)) ?? fail('link_invalid');
  const words = mailWords(contact.preferred_language);
  // Loaded on demand: cards are rarely requested.
  const { drawCard } = await import('./draw-card.ts');
  const day = moscowDay(ctx.clock.now());
  return {
    bytes: await drawCard(words, facts, ctx.mailer.site, day),
    mime_type: 'application/pdf',
    file_name: `${words.t('card.file_name')}.pdf`,
  };
}
