import { randomBytes } from 'node:crypto';
import type { ActivationInput } from '@zavet/contract/protocol/legacy-schemas';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { sql } from 'drizzle-orm';
import { insertContact } from '../src/features/people/contacts/contact-repository.ts';
import { contactColumns } from '../src/features/people/contacts/write-contact.ts';
import type { Database } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/ids.ts';
import { contactBody, setStatus } from './contacts.ts';
import { type Person, signedInPerson } from './people.ts';
import type { TestProduct } from './test-product.ts';
import { writeInstruction } from './vault-fixtures.ts';

/** An account that is a contact of an owner. */
export interface TrustedPerson extends Person {
  contactId: string;
}

type ProductParts = Pick<TestProduct, 'database' | 'clock' | 'browser' | 'ctx'>;

/** A confirmed contact with an account, created in the database: faster than an invitation. */
export async function trustedPersonOf(
  product: ProductParts,
  owner: Person,
): Promise<TrustedPerson> {
  const { database, clock, ctx } = product;
  const person = await signedInPerson(product);
  const contactId = newId();
  const input = contactBody({ relationship: 'сестра', email: person.email });
  const now = clock.now();
  await insertContact(database, {
    id: contactId,
    user_id: owner.userId,
    ...contactColumns(await ctx.vault.keyOf(owner.userId), contactId, input, now),
    created_at: now,
    updated_at: now,
  });
  await setStatus(database, contactId, 'confirmed');
  return { ...person, contactId };
}

export interface Family {
  owner: Person;
  contacts: TrustedPerson[];
  instruction: InstructionView;
}

/** An owner with confirmed contacts and one instruction for all of them. */
export async function family(product: ProductParts, size = 1): Promise<Family> {
  const owner = await signedInPerson(product);
  const contacts: TrustedPerson[] = [];
  for (let count = 0; count < size; count++) contacts.push(await trustedPersonOf(product, owner));
  const instruction = await writeInstruction(owner, {
    trusted_contact_ids: contacts.map(({ contactId }) => contactId),
  });
  return { owner, contacts, instruction };
}

/** Request body that starts an activation. */
export function activationOf(
  owner: Pick<Person, 'userId'>,
  contact: Pick<TrustedPerson, 'userId' | 'contactId'>,
  pin?: string,
): ActivationInput {
  const crt = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    type: 'protocol_activation',
    deceased_user_id: owner.userId,
    crt,
  });
  return {
    product_id: 'protocol_activation',
    return_url: `http://zavet.test/yookassa-return?${query}`,
    metadata: {
      client_return_token: crt,
      product_id: 'protocol_activation',
      deceased_user_id: owner.userId,
      trusted_contact_id: contact.contactId,
      initiator_user_id: contact.userId,
    },
    ...(pin && { pin }),
  };
}

/** Starts an activation and returns from the payment page with this status. */
export async function payFor(
  owner: Person,
  contact: TrustedPerson,
  status: 'succeeded' | 'canceled' = 'succeeded',
  pin?: string,
) {
  const body = activationOf(owner, contact, pin);
  const { payment_id, confirmation_url } = await contact.browser.startActivation({ body });
  // A resumed payment keeps its former return token.
  const crt = new URL(confirmation_url).searchParams.get('crt') ?? '';
  return contact.browser.refreshPaymentStatus({
    body: { action: 'refresh-payment-status', crt, payment_id, status },
  });
}

/** Token of the link in a delivery mail. */
export function deliveryTokenIn(text: string): string {
  const [, token] = text.match(/\/delivery#(\S+)$/m) ?? [];
  if (!token) throw new Error(`no delivery link in:\n${text}`);
  return token;
}

export interface DeliveryRow {
  id: string;
  instruction_id: string;
  contact_id: string | null;
  envelope_id: string | null;
  state: string;
  /** Number of refusals of the envelope. */
  refusals: number;
  last_refusal: string | null;
}

export function deliveriesOf(database: Database, owner: Pick<Person, 'userId'>) {
  return database.rows<DeliveryRow>(sql`
    select deliveries.id, instruction_id, deliveries.contact_id, envelope_id, deliveries.state,
      refusals, last_refusal
    from deliveries left join envelopes on envelopes.id = envelope_id
    where deliveries.user_id = ${owner.userId} order by deliveries.created_at, deliveries.id`);
}

export async function activationsOf(database: Database, owner: Pick<Person, 'userId'>) {
  const rows = await database.rows<{ status: string }>(sql`
    select status from activation_requests
    where deceased_user_id = ${owner.userId} order by created_at, id`);
  return rows.map(({ status }) => status);
}

export async function deliveryEventsOf(database: Database, deliveryId: string): Promise<string[]> {
  const rows = await database.rows<{ kind: string }>(sql`
    select kind from delivery_events where delivery_id = ${deliveryId} order by created_at, id`);
  return rows.map(({ kind }) => kind);
}
