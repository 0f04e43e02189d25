import { randomBytes } from 'node:crypto';
import { endpoints } from '@zavet/contract/endpoints';
import { call, type Target } from './call.ts';
import { newEmail, newOwners, type Owner, signInAgain } from './owners.ts';
import { type BenchServer, onDatabase } from './server.ts';
import { addContacts, createInstruction } from './vault.ts';

const ownerCount = 20;
const instructionsEach = 500;
/** Every instruction goes to the heir and to one further recipient. */
const letterCount = ownerCount * instructionsEach * 2;
/** Per owner, one mail to each further recipient, and one mail with all letters to the heir. */
export const mailCount = ownerCount * (instructionsEach + 1);

/** Owners with a common contact, the heir, who can activate each of their protocols. */
export interface Legacies {
  heir: Owner;
  owners: { user_id: string; contact_id: string }[];
}

export async function writeLegacies(server: BenchServer, databaseUrl: string): Promise<Legacies> {
  const [heir, ...owners] = await newOwners(server, ownerCount + 1);
  if (!heir) throw new Error('no account was created');
  const written = await Promise.all(
    owners.map(async ({ user_id, cookie }) => {
      const target = { url: server.url, cookie };
      const contacts = await addContacts(target, [heir.email]);
      for (let count = 0; count < instructionsEach; count++) {
        await createInstruction(target, contacts, newEmail());
      }
      return { user_id, contact_id: contacts[0] ?? '' };
    }),
  );
  await onDatabase(databaseUrl, (query) =>
    query(`update trusted_contacts set status = 'confirmed' where user_id = any($1)`, [
      written.map(({ user_id }) => user_id),
    ]),
  );
  return { heir, owners: written };
}

/** Activates and pays, one owner after another. */
export async function activateAll(
  server: BenchServer,
  publicUrl: string,
  { heir, owners }: Legacies,
): Promise<void> {
  const { cookie } = await signInAgain(server, heir);
  for (const owner of owners) await activate({ url: server.url, cookie }, publicUrl, heir, owner);
}

export async function activate(
  target: Target,
  publicUrl: string,
  heir: Owner,
  { user_id, contact_id }: Legacies['owners'][number],
): Promise<void> {
  const crt = randomBytes(32).toString('base64url');
  const product_id = 'protocol_activation';
  const query = new URLSearchParams({ type: product_id, deceased_user_id: user_id, crt });
  const order = {
    product_id,
    return_url: `${publicUrl}/yookassa-return?${query}`,
    metadata: {
      client_return_token: crt,
      product_id,
      deceased_user_id: user_id,
      trusted_contact_id: contact_id,
      initiator_user_id: heir.user_id,
    },
  };
  const started = await call(target, endpoints.startActivation, { body: order });
  const { payment_id } = started.json<{ payment_id: string }>();
  const body = { action: 'refresh-payment-status', crt, payment_id, status: 'succeeded' };
  const refreshed = await call(target, endpoints.refreshPaymentStatus, { body });
  if (!refreshed.json<{ is_paid: boolean }>().is_paid)
    throw new Error('The activation is not paid.');
}

/**
 * The time at which the ledger of all these owners was complete; undefined while entries are
 * missing.
 */
export function findLedgerEnd(
  databaseUrl: string,
  { owners }: Legacies,
): Promise<number | undefined> {
  return onDatabase(databaseUrl, async (query) => {
    const rows = await query(
      `select count(*)::int as complete, max(accepted_at) as last_at
       from (
         select delivery.id, max(event.created_at) as accepted_at
         from deliveries delivery
         join activation_requests activation
           on activation.id = delivery.activation_id and activation.status = 'delivered'
         join instructions instruction
           on instruction.id = delivery.instruction_id and instruction.status = 'sent'
         join delivery_events event on event.delivery_id = delivery.id
         where delivery.user_id = any($1) and delivery.state = 'accepted'
         group by delivery.id
         having array_agg(event.kind order by event.created_at, event.id) = '{queued,accepted}'
           and count(event.reply) = 1
       ) ledger`,
      [owners.map(({ user_id }) => user_id)],
    );
    const [found] = rows as { complete: number; last_at: Date }[];
    return found?.complete === letterCount ? found.last_at.getTime() : undefined;
  });
}
