import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';

type Delivered = Pick<InstructionSummary, 'status' | 'queued_at'>;

/** How far an instruction is on its way to its recipients; once it has set out it cannot be changed. */
export function deliveryStageOf({ status, queued_at }: Delivered): 'open' | 'queued' | 'sent' {
  if (status === 'sent') return 'sent';
  return queued_at === null ? 'open' : 'queued';
}

/** The owner's protocol runs: whatever is not on its way by now will not be delivered. */
export function isProtocolActive(contacts: readonly Pick<ContactView, 'status'>[]): boolean {
  return contacts.some(({ status }) => status === 'activated');
}
