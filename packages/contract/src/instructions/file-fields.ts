import { z } from 'zod';
import { limits } from '../limits.ts';

/** The name of a file, in the one way its letters can be written. */
export const fileNameField = z
  .string('required')
  .transform((name) => name.normalize('NFC'))
  .refine((name) => name.trim().length > 0, 'required')
  .refine((name) => name.length <= limits.fileNameMaxLength, 'too_long')
  .refine(isPlainName, 'file_name_invalid');

/** No path and no control characters, unpaired halves included. */
function isPlainName(name: string): boolean {
  return (
    !/[/\\\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(name) && !/^\.+$/.test(name)
  );
}
