import type { ReadinessFinding, ReadinessKind } from '@zavet/contract/protocol/dashboard-endpoints';

/** Where something can be fixed. */
export interface Fix {
  to: '/contact' | '/dev/mailbox' | '/instructions' | '/readiness/rehearsal' | '/settings';
  search?: { new?: string; edit?: string; at?: string; tab?: string };
}

/**
 * Where all of a finding is fixed; with a single instruction to assign, straight at its form. What
 * only those who run the service can settle has no such place.
 */
export function fixFor({ kind, count, concerned }: ReadinessFinding): Fix | undefined {
  const [only] = concerned;
  // A review is marked in the list.
  if (!only || count !== 1 || kind === 'instructions_unreviewed') return fixes[kind];
  return fixForItem(kind, only.id) ?? fixes[kind];
}

/** Where one of what a finding names is fixed, when that is a place of its own. */
export function fixForItem(kind: ReadinessKind, id: string): Fix | undefined {
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

const fixes: Record<ReadinessKind, Fix | undefined> = {
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
  files_leaving: { to: '/settings', search: { tab: 'plan' } },
  owner_unreached: { to: '/settings' },
  second_address_unreached: { to: '/settings', search: { tab: 'protocol' } },
  no_waiting_time: { to: '/settings', search: { tab: 'protocol' } },
  instructions_unreviewed: { to: '/instructions' },
  owner_unnamed: { to: '/settings' },
  rehearsal_due: { to: '/readiness/rehearsal' },
  mail_captured: { to: '/dev/mailbox' },
};

export type ReadinessState = 'ready' | 'advised' | 'blocked';

/** How it stands, and how many findings say so. */
export function readinessStateOf(findings: readonly ReadinessFinding[]): {
  state: ReadinessState;
  count: number;
} {
  const blocking = withGravity(findings, 'blocking').length;
  if (blocking > 0) return { state: 'blocked', count: blocking };
  return { state: findings.length > 0 ? 'advised' : 'ready', count: findings.length };
}

export function withGravity(
  findings: readonly ReadinessFinding[],
  gravity: ReadinessFinding['gravity'],
): ReadinessFinding[] {
  return findings.filter((finding) => finding.gravity === gravity);
}

/** About how the service is set up, which the owner cannot change. */
export function isAboutService({ kind }: Pick<ReadinessFinding, 'kind'>): boolean {
  return kind === 'payments_not_configured' || kind === 'mail_captured';
}
