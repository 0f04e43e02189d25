import { z } from 'zod';
import { limits } from '../limits.ts';

/** The name of a file, in the one way its letters can be written. */
export const fileNameField = z
  .string('required')
  // Written apart, a letter with its marks takes several characters.
  .max(limits.fileNameMaxLength * 4, 'too_long')
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

/** Names travel percent-encoded in a header: an address line would end up in the logs of proxies. */
const encodedFileName = z
  .string('required')
  .max(limits.fileNameMaxLength * 12, 'too_long')
  .transform((value, context) => {
    try {
      return decodeURIComponent(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'file_name_invalid' });
      return z.NEVER;
    }
  })
  .pipe(fileNameField);

export const fileNameHeader = z.object({ 'x-file-name': encodedFileName });
