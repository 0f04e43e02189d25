import type { DeliveryState } from '@zavet/contract/protocol/protocol-values';

/** An envelope about whose mail a far server reports, at that moment. */
export interface ReportedEnvelope {
  state: Exclude<DeliveryState, 'withheld'>;
  /** A worker has it in hand: the mail may be out without that being written down yet. */
  is_claimed: boolean;
  /** The link of that mail opens the letters; it was neither closed nor replaced. */
  is_link_open: boolean;
  /** Somebody has opened a letter since that link was made: the mail has arrived. */
  is_opened: boolean;
  is_activation_in_effect: boolean;
}

/**
 * What a report about a mail does. `refused`: its letters count as those whose mail was refused.
 * `noted`: it stands in the ledger and changes nothing else. `ignored`: it is about something that
 * is over, such as a mistyped address that was corrected since.
 */
export function afterReport(
  envelope: ReportedEnvelope,
  report: { permanent: boolean },
): 'refused' | 'noted' | 'ignored' {
  if (!envelope.is_activation_in_effect || !envelope.is_link_open) return 'ignored';
  if (envelope.state === 'closed') return 'ignored';
  if (!report.permanent || envelope.is_opened) return 'noted';
  const isThoughtOut =
    envelope.state === 'accepted' || (envelope.state === 'queued' && envelope.is_claimed);
  return isThoughtOut ? 'refused' : 'noted';
}

export function refusalIn(report: { isAddressUnknown: boolean }) {
  return report.isAddressUnknown ? 'unknown_address' : 'permanent';
}

/** How a report stands in the ledger: the figures first, as in a reply of a mail server. */
export function replyIn({ status, reply }: { status: string | null; reply: string }): string {
  const isNumbered = /^[2-5]\d\d(?!\S)|^[245]\.\d/.test(reply);
  return status === null || isNumbered ? reply : `${status} ${reply}`;
}
