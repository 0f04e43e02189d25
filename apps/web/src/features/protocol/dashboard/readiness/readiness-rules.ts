import type { ReadinessFinding, ReadinessKind } from '@zavet/contract/protocol/dashboard-endpoints';

interface FixLink {
  to: '/contact' | '/dev/mailbox' | '/instructions' | '/readiness/rehearsal' | '/settings';
  search?: { new?: string; edit?: string; at?: string; tab?: string };
}

/**
 * Returns a link to the form of the only item, or else to a screen; undefined if only operators can
 * fix the finding.
 */
export function fixLinkOf({ kind, count, concerned }: ReadinessFinding): FixLink | undefined {
  const [only] = concerned;
  // Even a single instruction is reviewed in the list.
  if (!only || count !== 1 || kind === 'instructions_unreviewed') return fixLinks[kind];
  return itemLinkOf(kind, only.id) ?? fixLinks[kind];
}

/** The link to the form of a single item, if it has one. */
export function itemLinkOf(kind: ReadinessKind, id: string): FixLink | undefined {
  switch (kind) {
    case 'instructions_unassigned':
    case 'instructions_unreachable':
      return { to: '/instructions', search: { edit: id, at: 'contacts' } };
    case 'instructions_lack_files':
    case 'instructions_unreviewed':
      return { to: '/instructions', search: { edit: id } };
    default:
      return undefined;
  }
}

const fixLinks: Record<ReadinessKind, FixLink | undefined> = {
  payments_not_configured: undefined,
  no_contacts: { to: '/contact' },
  no_confirmed_contacts: { to: '/contact' },
  contacts_blocked: { to: '/contact' },
  contacts_unreachable: { to: '/contact' },
  contacts_uninvited: { to: '/contact' },
  contacts_declined: { to: '/contact' },
  contacts_unconfirmed: { to: '/contact' },
  contacts_unanswered: { to: '/contact' },
  rehearsal_failed: { to: '/readiness/rehearsal' },
  no_instructions: { to: '/instructions', search: { new: '1' } },
  instructions_unassigned: { to: '/instructions' },
  instructions_unreachable: { to: '/instructions' },
  instructions_lack_files: { to: '/instructions' },
  files_to_remove: { to: '/settings', search: { tab: 'plan' } },
  owner_unreached: { to: '/settings' },
  second_address_unreached: { to: '/settings', search: { tab: 'protocol' } },
  no_waiting_time: { to: '/settings', search: { tab: 'protocol' } },
  instructions_unreviewed: { to: '/instructions' },
  owner_unnamed: { to: '/settings' },
  rehearsal_due: { to: '/readiness/rehearsal' },
  mail_captured: { to: '/dev/mailbox' },
};

type ReadinessState = 'ready' | 'advised' | 'blocked';

/** The overall state, and the number of findings that cause it. */
export function readinessStateOf(findings: readonly ReadinessFinding[]): {
  state: ReadinessState;
  count: number;
} {
  const blocking = filterByGravity(findings, 'blocking').length;
  if (blocking > 0) return { state: 'blocked', count: blocking };
  return { state: findings.length > 0 ? 'advised' : 'ready', count: findings.length };
}

export function filterByGravity(
  findings: readonly ReadinessFinding[],
  gravity: ReadinessFinding['gravity'],
): ReadinessFinding[] {
  return findings.filter((finding) => finding.gravity === gravity);
}

/** True if a finding is about the configuration of the service, which the owner cannot change. */
export function isAboutService({ kind }: Pick<ReadinessFinding, 'kind'>): boolean {
  return kind === 'payments_not_configured' || kind === 'mail_captured';
}
