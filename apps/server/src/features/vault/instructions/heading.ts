import type { OwnerKey, TextReader } from '../../../platform/encryption/owner-key.ts';

/** What of an instruction is read in every place that names it. */
export interface Heading {
  readonly title: string;
  /** The beginning of the text, so that lists need not read all of it. */
  readonly preview: string;
  readonly recipient_name: string | null;
  readonly recipient_email: string | null;
}

/** The heading of a row as it lies there. */
export interface SealedHeading {
  id: string;
  heading: string;
  seal_id: string;
}

export function sealHeading(key: OwnerKey, id: string, heading: Heading, sealId: string): string {
  const { title, preview, recipient_name, recipient_email } = heading;
  const parts = [title, preview, recipient_name, recipient_email];
  return key.seal(id, 'heading', JSON.stringify(parts), sealId);
}

export function openHeading(reader: TextReader, row: SealedHeading): Heading {
  const opened = reader.open(row.id, 'heading', row.heading, row.seal_id);
  const [title, preview, recipient_name, recipient_email] = JSON.parse(opened);
  return { title, preview, recipient_name, recipient_email };
}
