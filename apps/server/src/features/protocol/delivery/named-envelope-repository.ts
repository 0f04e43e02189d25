import type { Locale } from '@zavet/contract/locales';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { instructions } from '../../vault/instructions/index.ts';
import { deliveries, envelopes } from '../delivery-tables.ts';

/** An envelope with whom it is for and what its mail names. Texts are sealed. */
export interface NamedEnvelope {
  id: string;
  corrected_email: string | null;
  contact_name: string | null;
  contact_email: string | null;
  contact_language: Locale | null;
  /** The oldest ones, as many as a mail lists. */
  letters: { instruction_id: string; heading: string; seal_id: string }[];
  letter_count: number;
}

/** So many titles stand in a mail. */
const listedInMail = 30;

/** The letters in an envelope that its mail names, oldest first, and how many there are. */
export function lettersIn(envelopeId: SQL, which: SQL): SQL {
  return sql`
    select count(*)::int as letter_count,
      coalesce(json_agg(json_build_object(
          'instruction_id', ${instructions.id}, 'heading', ${instructions.heading},
          'seal_id', ${instructions.seal_id})
        order by place) filter (where place <= ${sql.raw(String(listedInMail))}), '[]') as letters
    from (
      select ${deliveries.instruction_id} as letter_id,
        row_number() over (order by ${instructions.created_at}, ${deliveries.id}) as place
      from ${deliveries}
      inner join ${instructions} on ${instructions.id} = ${deliveries.instruction_id}
      where ${deliveries.envelope_id} = ${envelopeId} and ${which}
    ) letter
    inner join ${instructions} on ${instructions.id} = letter.letter_id`;
}

/** What was put into an envelope and not taken back. */
export async function findNamedEnvelope(
  database: Database,
  id: string,
): Promise<NamedEnvelope | undefined> {
  const [found] = await database.rows<NamedEnvelope>(sql`
    select envelopes.id, envelopes.corrected_email,
      ${contact.name} as contact_name, ${contact.email} as contact_email,
      ${contact.preferred_language} as contact_language,
      inside.letters, inside.letter_count
    from ${envelopes}
    inner join lateral (
      ${lettersIn(sql`envelopes.id`, sql`${deliveries.state} <> 'closed'`)}
    ) inside on inside.letter_count > 0
    left join ${contact} on ${contact.id} = envelopes.contact_id
    where envelopes.id = ${id}`);
  return found;
}
