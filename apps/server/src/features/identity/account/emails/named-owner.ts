import { nameInSubject, nameWithAddress } from '../../../../platform/mail/templates/plain-name.ts';
import type { Person } from '../person-repository.ts';

/** Of whom a mail to a contact speaks. */
export interface NamedOwner {
  owner_name: string | null;
  owner_email: string;
}

export function namedOwner({ full_name, email }: Pick<Person, 'full_name' | 'email'>): NamedOwner {
  return { owner_name: full_name, owner_email: email };
}

export function ownerInSentence({ owner_name, owner_email }: NamedOwner): string {
  return nameWithAddress(owner_name ?? '', owner_email);
}

export function ownerInSubject({ owner_name, owner_email }: NamedOwner): string {
  return nameInSubject(owner_name, owner_email);
}
