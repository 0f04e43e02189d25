import type { Context } from '../../../context.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { openHeading } from '../../vault/instructions/index.ts';
import { type ConfirmedContact, listConfirmed, listNamingHeadings } from './people-repository.ts';
import { furtherRecipients, type NamedAddress } from './rehearsal-rules.ts';

interface Rehearsed {
  contacts: ConfirmedContact[];
  recipients: NamedAddress[];
  left_out: number;
}

/** Who would be asked, and whose address would be checked, if a rehearsal began now. */
export async function findParticipants(ctx: Context, userId: string): Promise<Rehearsed> {
  const contacts = await listConfirmed(ctx.database, userId);
  const named = await namedByInstructions(ctx, userId);
  const addresses = contacts.map(({ email }) => email);
  return { contacts, ...furtherRecipients(named, addresses) };
}

/** A damaged heading names nobody; readiness and the list of instructions say that it is damaged. */
async function namedByInstructions(
  { database, vault }: Context,
  userId: string,
): Promise<NamedAddress[]> {
  const rows = await listNamingHeadings(database, userId);
  return rows.flatMap((row) => {
    try {
      const { recipient_name, recipient_email } = openHeading(vault.open(userId, row), row);
      return recipient_email ? [{ name: recipient_name ?? '', email: recipient_email }] : [];
    } catch (error) {
      if (error instanceof SealBroken) return [];
      throw error;
    }
  });
}
