import { pricesInForce } from '@zavet/contract/billing/plan-catalogue';
import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../../context.ts';
import { hasPin, type NamedOwner } from '../../../identity/account/index.ts';
import { pricesFor } from '../../../identity/legal/index.ts';
import type { Contact } from '../contact-repository.ts';
import { findNamedOwner } from '../named-owner.ts';

/** What a contact keeps for the day, in the mail and on the card. Nothing of it is a secret. */
export interface CardFacts extends NamedOwner {
  contact_name: string;
  contact_email: string;
  /** Asked for before the start; the PIN itself nobody knows here. */
  asks_for_pin: boolean;
  /** What starting the protocol costs this contact, in rubles. */
  activation_price: number;
}

/** Undefined where the owner is gone. */
export async function findCardFacts(
  ctx: Context,
  contact: Contact,
): Promise<CardFacts | undefined> {
  const owner = await findNamedOwner(ctx, contact);
  return (
    owner && {
      ...owner,
      contact_name: contact.name,
      contact_email: contact.email,
      asks_for_pin: await hasPin(ctx.database, contact.user_id),
      activation_price: await activationPrice(ctx, contact),
    }
  );
}

/** Who has no account has no prices of their own. */
async function activationPrice(ctx: Context, contact: Contact): Promise<number> {
  const today = moscowDay(ctx.clock.now());
  const prices = contact.bound_user_id
    ? await pricesFor(ctx, contact.bound_user_id, today)
    : pricesInForce(ctx.prices, today);
  return prices.protocolActivation;
}
