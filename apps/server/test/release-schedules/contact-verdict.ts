import type { ContactStatus } from '@zavet/contract/people/contact-rules';
import type { LedgerEntry } from './ledger.ts';
import { isStop } from './lives.ts';

/**
 * Who was stopped begins nothing until somebody has settled it, and nothing leaves that was begun by
 * who is not a contact any more; a payer who only closed the account is another matter.
 */
export function wrongWithContacts(ledger: readonly LedgerEntry[]): string[] {
  const stopped = new Set<string>();
  const statuses = new Map<string, ContactStatus | 'removed'>();
  const wrong: string[] = [];
  for (const entry of ledger) {
    switch (entry.subject) {
      case 'protocol_rules':
      case 'activation_doubts':
        break;
      case 'trusted_contacts':
        statuses.set((entry.row ?? entry.former)?.id ?? '', entry.row?.status ?? 'removed');
        break;
      case 'contact_standings':
        // A stop is read from the activations: that it is noted here is to be proven.
        if (!entry.row?.stopped_at) stopped.delete((entry.row ?? entry.former)?.contact_id ?? '');
        break;
      case 'activation_requests': {
        const { row, former } = entry;
        if (!row || row.status === former?.status) break;
        const contact = row.trusted_contact_id ?? '';
        if (isStop(row)) stopped.add(contact);
        // Who was stopped may ask the operators, which begins nothing.
        const isBegun = !former && row.status !== 'requested';
        if (isBegun && stopped.has(contact)) wrong.push(`${contact} was stopped and began again`);
        const isLeft = row.initiator_user_id !== null && statuses.get(contact) !== 'confirmed';
        if (row.status === 'activated' && isLeft) wrong.push(`${row.id} left for ${contact}`);
      }
    }
  }
  return wrong;
}
