import type { Context } from '../../../context.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { assignments } from './contact-ports.ts';
import { lockContactByEmail } from './contact-repository.ts';
import { moveContact } from './move-contact.ts';
import { orderContactNotices } from './order-contact-notices.ts';

/**
 * Erases an owner's entry of a person who asked for it, also from the instructions. False where the
 * owner's letters have left: their recipients stay until the handover ends. The owner must be locked.
 */
export async function eraseContactOf(
  ctx: Context,
  ownerId: string,
  email: string,
): Promise<boolean> {
  const { database, clock } = ctx;
  const contact = await lockContactByEmail(database, ownerId, email);
  if (!contact || contact.status === 'activated') return false;
  await assignments(ctx).handOver(ownerId, contact.id, undefined);
  await moveContact(ctx, contact, 'removed');
  await recordSecurityEvent(database, ownerId, 'contact_removed', systemActor, clock.now());
  const told = contact.is_confirmed ? (['contact_released'] as const) : [];
  await orderContactNotices(ctx, contact, ['contact_erased', ...told]);
  return true;
}
