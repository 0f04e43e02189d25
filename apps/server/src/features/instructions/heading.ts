import type { OwnerKey, TextReader } from '../../platform/encryption/owner-key.ts';

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
  seal_id: string | null;
}

export function sealHeading(key: OwnerKey, id: string, heading: Heading, sealId?: string): string {
  const { title, preview, recipient_name, recipient_email } = heading;
  const parts = [title, preview, recipient_name, recipient_email];
  return key.seal(id, 'heading', JSON.stringify(parts), sealId);
}

export function openHeading(reader: TextReader, row: SealedHeading): Heading {
  if (row.heading.startsWith('[')) return formerHeading(reader, row);
  const opened = reader.open(row.id, 'heading', row.heading, row.seal_id);
  const [title, preview, recipient_name, recipient_email] = JSON.parse(opened);
  return { title, preview, recipient_name, recipient_email };
}

/** Each part is opened when it is read: where one is damaged, the others still hold. */
function formerHeading(reader: TextReader, { id, heading, seal_id }: SealedHeading): Heading {
  const [title, preview, recipient_name, recipient_email] = JSON.parse(heading);
  const open = (field: string, sealed: string) => reader.open(id, field, sealed, seal_id);
  return {
    get title() {
      return open('title', title);
    },
    get preview() {
      return open('preview', preview);
    },
    get recipient_name() {
      return recipient_name === null ? null : open('recipient_name', recipient_name);
    },
    get recipient_email() {
      return recipient_email === null ? null : open('recipient_email', recipient_email);
    },
  };
}
