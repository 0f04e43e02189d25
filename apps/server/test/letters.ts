import {
  type ArrivedMail,
  type SmtpStandIn,
  startSmtpStandIn,
} from '@zavet/smtp-stand-in/stand-in';
import { sql } from 'drizzle-orm';
import { sendLetters } from '../src/features/protocol/letters/send-letters.ts';
import { newAddress, type Person } from './people.ts';
import { type DeliveryRow, deliveriesOf, family, payFor, type TrustedPerson } from './protocol.ts';
import { startTestProduct, type TestProduct } from './test-product.ts';
import { writeInstruction } from './vault-fixtures.ts';

/**
 * A released protocol: three letters in two mails, two to the contact and one to another recipient.
 */
export interface ReleasedProtocol {
  owner: Person;
  activator: TrustedPerson;
  /** Address of the further recipient named in the instruction. */
  recipient: string;
  activationId: string;
}

/** The product with a controllable mail server. No jobs run, so a test sends letters itself. */
export interface ProductWithMailServer {
  standIn: SmtpStandIn;
  product: TestProduct;
  releaseProtocol(recipient?: string): Promise<ReleasedProtocol>;
  /** Runs the job that sends due letters. */
  sendDueLetters(of: ReleasedProtocol): Promise<void>;
  /** Letters that the mail server accepted for an address. */
  lettersTo(address: string): ArrivedMail[];
  letterToRecipient(of: ReleasedProtocol): Promise<DeliveryRow & { envelope_id: string }>;
  /** Makes all queued letters of an owner due. */
  makeLettersDue(of: ReleasedProtocol): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startWithMailServer(): Promise<ProductWithMailServer> {
  const standIn = await startSmtpStandIn();
  const product = await startTestProduct({ SMTP_URL: standIn.url }, { runsJobs: false });
  const { database, clock } = product;
  return {
    standIn,
    product,
    releaseProtocol: (recipient = newAddress()) => releaseLettersOf(product, recipient),
    sendDueLetters: ({ activationId }) => sendLetters(product.ctx, activationId),
    lettersTo: (address) =>
      standIn.accepted.filter(
        ({ to, message_id }) => to === address && message_id.startsWith('<delivery.'),
      ),
    letterToRecipient: async ({ owner }) => {
      const letters = await deliveriesOf(database, owner);
      const letter = letters.find(({ contact_id }) => contact_id === null);
      if (!letter?.envelope_id) throw new Error('no letter to the recipient');
      return { ...letter, envelope_id: letter.envelope_id };
    },
    makeLettersDue: ({ owner }) =>
      database.rows(sql`
        update envelopes set next_attempt_at = ${clock.now().toISOString()}
        where user_id = ${owner.userId} and state = 'queued'`),
    stop: async () => {
      await product.stop();
      await standIn.stop();
    },
  };
}

async function releaseLettersOf(
  product: TestProduct,
  recipient: string,
): Promise<ReleasedProtocol> {
  const { owner, contacts } = await family(product);
  const [activator] = contacts;
  if (!activator) throw new Error('a contact was wanted');
  await writeInstruction(owner, {
    trusted_contact_ids: [activator.contactId],
    recipient_name: 'Пётр',
    recipient_email: recipient,
  });
  await payFor(owner, activator);
  const [row] = await product.database.rows<{ id: string }>(
    sql`select id from activation_requests where deceased_user_id = ${owner.userId}`,
  );
  return { owner, activator, recipient, activationId: row?.id ?? '' };
}

/** Token of the link in a letter. */
export function letterTokenIn(text: string): string | undefined {
  return text.match(/\/delivery#(\S+)/)?.[1];
}
