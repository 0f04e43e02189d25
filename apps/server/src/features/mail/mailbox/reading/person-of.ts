import type { MailboxPerson } from '@zavet/contract/mail/mailbox-endpoints';
import type { Address } from 'postal-mime';
import { oneLine } from './plain-text.ts';

const longest = 320;
const mostPeople = 100;

export function personOf(address: Address | undefined): MailboxPerson | null {
  return peopleOf(address ? [address] : [])[0] ?? null;
}

/** Groups are taken for their members. */
export function peopleOf(addresses: readonly Address[] | undefined): MailboxPerson[] {
  return (addresses ?? [])
    .flatMap((one) => one.group ?? [one])
    .slice(0, mostPeople)
    .map(({ name, address }) => ({
      name: oneLine(name, longest) || null,
      address: oneLine(address, longest) || null,
    }))
    .filter(({ name, address }) => name !== null || address !== null);
}
