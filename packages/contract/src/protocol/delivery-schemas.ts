import { z } from 'zod';
import { localeField, timestamp } from '../account/fields.ts';

/** What a recipient reads. */
export const deliveryView = z.object({
  id: z.string(),
  owner_name: z.string(),
  recipient_name: z.string().nullable(),
  /** Only hinted at: who reads it may not be the recipient. */
  recipient_email_hint: z.string(),
  language: localeField,
  title: z.string(),
  content: z.string(),
  written_at: timestamp,
  files: z.array(
    z.object({
      id: z.string(),
      file_name: z.string(),
      size_bytes: z.number().int(),
      mime_type: z.string(),
    }),
  ),
  expires_at: timestamp,
  /** The contact who started the protocol, as the owner calls them; null where that is not known. */
  started_by: z.string().nullable(),
  /** Whether it was the recipient. */
  is_starter: z.boolean(),
});
export type DeliveryView = z.input<typeof deliveryView>;

/** One of the letters that came to the same person, as a list names it. */
export const letterOfReader = z.object({
  id: z.string(),
  /** Null where the record is damaged. */
  title: z.string().nullable(),
  file_count: z.number().int(),
  file_bytes: z.number().int(),
  opened_at: timestamp.nullable(),
});
export type LetterOfReader = z.input<typeof letterOfReader>;
