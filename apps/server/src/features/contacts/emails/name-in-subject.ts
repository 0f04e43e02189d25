import { isolated, plainName, shortened } from '../../../platform/mail/templates/plain-name.ts';

const longest = 40;

/** A person as a subject names them. */
export function nameInSubject(name: string | null, email: string): string {
  return isolated(shortened(plainName(name ?? '') || email, longest));
}
