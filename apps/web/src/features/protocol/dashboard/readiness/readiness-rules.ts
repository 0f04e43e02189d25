import type { ReadinessFinding, ReadinessKind } from '@zavet/contract/protocol/dashboard-endpoints';

/** A link to the screen that fixes a finding. */
interface FixLink {
  to: '/contact' | '/dev/mailbox' | '/instructions' | '/readiness/rehearsal' | '/settings';
  search?: { new?: string; edit?: string; at?: string; tab?: string };
}

/** The fix for a finding; for a single instruction its form. Undefined if only operators can fix it. */
export function fixFor({ kind, count, concerned }: ReadinessFinding): FixLink | undefined {
  const [only] = concerned;
  // Reviewed in the list.
  if (!only || count !== 1 || kind === 'instructions_unreviewed') return fixes[kind];
  return fixForItem(kind, only.id) ?? fixes[kind];
}

/** The fix for a single item of a finding, if it has a form of its own. */
export function fixForItem(kind: ReadinessKind, id: string): FixLink | undefined {
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

const fixes: Record<ReadinessKind, FixLink | undefined> = {
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

type ReadinessState = 'ready' | 'advised' | 'blocked';

/** The overall state and the number of findings behind it. */
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

/** About the configuration of the service, which the owner cannot change. */
export function isAboutService({ kind }: Pick<ReadinessFinding, 'kind'>): boolean {
  return kind === 'payments_not_configured' || kind === 'mail_captured';
}
