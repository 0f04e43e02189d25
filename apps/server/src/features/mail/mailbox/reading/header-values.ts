import type { MailboxPerson } from '@zavet/contract/mail/mailbox-endpoints';
import type { Address } from 'postal-mime';

/** Control characters, including those that change the text direction. */
const invisible = /[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD]+/gu;

/** A single line that cannot affect the text around it. */
export function toOneLine(text: string, maxLength: number): string {
  const line = text.toWellFormed().replace(invisible, ' ').replace(/\s+/g, ' ').trim();
  return [...line.slice(0, maxLength * 2)].slice(0, maxLength).join('');
}

const maxFieldLength = 320;
const maxPeople = 100;

export function personOf(address: Address | undefined): MailboxPerson | null {
  return peopleOf(address ? [address] : [])[0] ?? null;
}

/** Resolves groups to their members. */
export function peopleOf(addresses: readonly Address[] | undefined): MailboxPerson[] {
  return (addresses ?? [])
    .flatMap((one) => one.group ?? [one])
    .slice(0, maxPeople)
    .map(({ name, address }) => ({
      name: toOneLine(name, maxFieldLength) || null,
      address: toOneLine(address, maxFieldLength) || null,
    }))
    .filter(({ name, address }) => name !== null || address !== null);
}
