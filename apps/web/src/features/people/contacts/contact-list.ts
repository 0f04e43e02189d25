import type { ContactView } from '@zavet/contract/people/contact-endpoints';

export interface ContactList {
  contacts: ContactView[];
  /** 0 means that there is no limit. */
  limit: number;
}

export interface ContactCounts {
  total: number;
  confirmed: number;
  uninvited: number;
  pending: number;
  declined: number;
}

export function countContacts(contacts: ContactView[]): ContactCounts {
  const having = (status: ContactView['status']) =>
    contacts.filter((contact) => contact.status === status).length;
  return {
    total: contacts.length,
    // An activated contact was confirmed before and still is.
    confirmed: having('confirmed') + having('activated'),
    uninvited: having('uninvited'),
    pending: having('pending'),
    declined: having('declined'),
  };
}

export function isFull({ contacts, limit }: ContactList): boolean {
  return limit > 0 && contacts.length >= limit;
}

/** The person who has started the protocol comes first; the others keep their order. */
export function startersFirst(
  contacts: readonly ContactView[],
  starters: readonly string[],
): ContactView[] {
  return contacts.toSorted(
    (one, other) => Number(starters.includes(other.id)) - Number(starters.includes(one.id)),
  );
}

/** The list with this contact as it is now; a new one comes first. */
export function withContact(list: ContactList, saved: ContactView): ContactList {
  const isKnown = list.contacts.some(({ id }) => id === saved.id);
  const contacts = isKnown
    ? list.contacts.map((contact) => (contact.id === saved.id ? saved : contact))
    : [saved, ...list.contacts];
  return { ...list, contacts };
}

export function withoutContact(list: ContactList, id: string): ContactList {
  return { ...list, contacts: list.contacts.filter((contact) => contact.id !== id) };
}

/** The list after a try of the code of a contact. */
export function withTriesLeft(list: ContactList, id: string, tries_left: number): ContactList {
  const tried = list.contacts.find((contact) => contact.id === id);
  if (!tried?.invitation) return list;
  return withContact(list, { ...tried, invitation: { ...tried.invitation, tries_left } });
}

/** Who can be named instead of a contact that goes: not those who have said no. */
export function replacementsOf(leaving: ContactView, contacts: ContactView[]): ContactView[] {
  return contacts.filter(({ id, status }) => id !== leaving.id && status !== 'declined');
}

/** The short form of a name: its first word, where that is a given name. */
export function firstNameOf(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  // «тётя Оля» and «Dr. Smith» begin with something else and stay whole.
  const isName = rest.length > 0 && /^\p{Lu}[\p{L}\p{M}'’-]+$/u.test(first) && first.length > 2;
  return isName ? first : name.trim();
}
