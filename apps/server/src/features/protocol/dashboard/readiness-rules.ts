import type { ContactStatus, InvitationMailState } from '@zavet/contract/people/contact-rules';
import {
  type LetterState,
  maxDrawnLetters,
  maxNamedPerFinding,
  type ReadinessFinding,
  type ReadinessKind,
  type ReadinessLetter,
  readinessKinds,
} from '@zavet/contract/protocol/dashboard-endpoints';
import type { RehearsalParticipant } from '@zavet/contract/protocol/rehearsal-endpoints';
import {
  countFailures,
  rehearsalAdviceDays,
  rehearsalFigures,
} from '@zavet/contract/protocol/rehearsal-values';
import { rulesAt, type StoredReleaseRules } from '@zavet/contract/protocol/release-rules';
import { reconfirmationTimings } from '@zavet/contract/timings';
import { needsReview } from '@zavet/contract/vault/instruction-rules';

export interface ContactFacts {
  id: string;
  name: string;
  status: ContactStatus;
  mail_state: InvitationMailState | null;
  /** Since when a reconfirmation is pending. */
  asked_at: string | null;
  /** The latest reconfirmation mail did not arrive. */
  is_unreached: boolean;
  /** The owner vetoed a start by this contact and has not unblocked the contact yet. */
  is_blocked: boolean;
}

export interface InstructionFacts {
  id: string;
  reviewed_at: string;
  has_recipient: boolean;
  contact_ids: readonly string[];
  /** Files that were chosen but not uploaded. */
  missing_files: number;
}

export interface RehearsalFacts {
  started_at: string;
  is_open: boolean;
  parts: readonly Pick<RehearsalParticipant, 'kind' | 'state' | 'pin'>[];
}

/** The facts that readiness depends on. Lists are sorted oldest first. */
export interface ReadinessFacts {
  is_active: boolean;
  is_owner_named: boolean;
  /** Test operation: mails are captured on this server. */
  is_mail_captured: boolean;
  are_payments_configured: boolean;
  contacts: readonly ContactFacts[];
  instructions: readonly InstructionFacts[];
  /** Number of files that are deleted when the grace period of a lapsed plan ends. */
  files_to_remove: number;
  /** Important mails do not reach the owner's address. */
  is_owner_unreached: boolean;
  is_second_address_unreached: boolean;
  rules: StoredReleaseRules;
  rehearsal: RehearsalFacts | null;
}

export interface Finding extends Omit<ReadinessFinding, 'concerned'> {
  /** Ids of the contacts or instructions concerned, limited to the first few. */
  concerned: string[];
}

/** Findings about a release today, blocking ones first. None once the protocol is active. */
export function findingsIn(facts: ReadinessFacts, now: Date): Finding[] {
  if (facts.is_active) return [];
  const problems = problemsIn(facts, now);
  const findings = readinessKinds.flatMap((kind) => {
    const found = problems[kind];
    const [count, ids] = typeof found === 'number' ? [found, []] : [found.length, found];
    if (count === 0) return [];
    const concerned = ids.slice(0, maxNamedPerFinding).map(({ id }) => id);
    return [{ kind, gravity: gravityOf(kind, facts), count, concerned }];
  });
  return findings.toSorted((one, other) => ranks[one.gravity] - ranks[other.gravity]);
}

export interface LetterPreview {
  total: number;
  arriving: number;
  incomplete: number;
  shown: Omit<ReadinessLetter, 'title'>[];
}

/**
 * Preview of the letters of a release today. All letters arrive if and only if no finding is
 * blocking.
 */
export function letterPreviewOf(facts: ReadinessFacts): LetterPreview {
  const letters = facts.instructions
    .map((entry) => ({ id: entry.id, state: letterStateOf(entry, facts) }))
    // Latest first.
    .toReversed();
  const inState = (state: LetterState) => letters.filter((letter) => letter.state === state);
  const arriving = inState('arrives');
  const incomplete = inState('incomplete');
  const flawed = [...incomplete, ...inState('misses')];
  const total = letters.length;
  const places = total > maxDrawnLetters ? maxDrawnLetters - 1 : total;
  // One slot is reserved for a flawed letter; flawed letters also fill slots that arriving ones
  // leave.
  const shownFlawed = Math.max(Math.min(1, flawed.length), places - arriving.length);
  return {
    total,
    arriving: arriving.length,
    incomplete: incomplete.length,
    shown: [...arriving.slice(0, places - shownFlawed), ...flawed.slice(0, shownFlawed)],
  };
}

function letterStateOf(entry: InstructionFacts, facts: ReadinessFacts): LetterState {
  const canStart = facts.are_payments_configured && facts.contacts.some(canStartNow);
  if (!canStart || !hasReader(entry, facts)) return 'misses';
  const isWhole = entry.missing_files === 0 && !readersOf(entry, facts).some(isUnreachable);
  return isWhole ? 'arrives' : 'incomplete';
}

function hasReader(entry: InstructionFacts, facts: ReadinessFacts): boolean {
  return (
    entry.has_recipient ||
    readersOf(entry, facts).some((contact) => isConfirmed(contact) && !isUnreachable(contact))
  );
}

function readersOf({ contact_ids }: InstructionFacts, { contacts }: ReadinessFacts) {
  return contacts.filter(({ id }) => contact_ids.includes(id));
}

const ranks = { blocking: 0, advice: 1 };

function gravityOf(kind: ReadinessKind, facts: ReadinessFacts): ReadinessFinding['gravity'] {
  // An unreachable contact without letters does not prevent a delivery.
  if (kind === 'contacts_unreachable') {
    const isNamed = facts.instructions.some((entry) => readersOf(entry, facts).some(isUnreachable));
    return isNamed ? 'blocking' : 'advice';
  }
  return gravities[kind];
}

/** `blocking`: after a release today, a letter would not arrive or would be incomplete. */
const gravities: Record<
  Exclude<ReadinessKind, 'contacts_unreachable'>,
  ReadinessFinding['gravity']
> = {
  payments_not_configured: 'blocking',
  no_contacts: 'blocking',
  no_confirmed_contacts: 'blocking',
  contacts_blocked: 'blocking',
  no_instructions: 'blocking',
  instructions_unassigned: 'blocking',
  instructions_unreachable: 'blocking',
  instructions_lack_files: 'blocking',
  contacts_uninvited: 'advice',
  contacts_declined: 'advice',
  contacts_unconfirmed: 'advice',
  contacts_unanswered: 'advice',
  rehearsal_failed: 'advice',
  files_to_remove: 'advice',
  owner_unreached: 'advice',
  second_address_unreached: 'advice',
  no_waiting_time: 'advice',
  instructions_unreviewed: 'advice',
  owner_unnamed: 'advice',
  rehearsal_due: 'advice',
  mail_captured: 'advice',
};

type Problem = number | readonly { id: string }[];

function problemsIn(facts: ReadinessFacts, now: Date): Record<ReadinessKind, Problem> {
  const { contacts, instructions } = facts;
  const confirmed = contacts.filter(isConfirmed);
  const pending = contacts.filter(({ status }) => status === 'pending');
  const unread = instructions.filter((entry) => !hasReader(entry, facts));
  return {
    mail_captured: Number(facts.is_mail_captured),
    payments_not_configured: Number(!facts.are_payments_configured),
    no_contacts: Number(contacts.length === 0),
    no_confirmed_contacts: Number(contacts.length > 0 && confirmed.length === 0),
    // Reported only if no confirmed contact could start.
    contacts_blocked: confirmed.some(canStartNow) ? [] : confirmed,
    contacts_unreachable: contacts.filter(isUnreachable),
    contacts_declined: contacts.filter(({ status }) => status === 'declined'),
    contacts_uninvited: pending.filter(({ mail_state }) => mail_state === null),
    contacts_unconfirmed: pending.filter(
      ({ mail_state }) => mail_state !== null && mail_state !== 'refused',
    ),
    contacts_unanswered: contacts.filter(
      (entry) => !isUnreachable(entry) && isReconfirmationOverdue(entry, now),
    ),
    rehearsal_failed: isRehearsalDue(facts, now) ? 0 : failuresIn(facts.rehearsal),
    rehearsal_due: Number(isRehearsalDue(facts, now)),
    no_instructions: Number(instructions.length === 0),
    instructions_unassigned: unread.filter(({ contact_ids }) => contact_ids.length === 0),
    instructions_unreachable: unread.filter(({ contact_ids }) => contact_ids.length > 0),
    instructions_lack_files: instructions.filter(({ missing_files }) => missing_files > 0),
    files_to_remove: facts.files_to_remove,
    owner_unreached: Number(facts.is_owner_unreached),
    second_address_unreached: Number(facts.is_second_address_unreached),
    no_waiting_time: Number(contacts.length > 0 && rulesAt(facts.rules, now).waiting_hours === 0),
    instructions_unreviewed: instructions.filter(({ reviewed_at }) =>
      needsReview(new Date(reviewed_at), now),
    ),
    owner_unnamed: Number(!facts.is_owner_named),
  };
}

function isConfirmed({ status }: ContactFacts): boolean {
  return status === 'confirmed' || status === 'activated';
}

function canStartNow(contact: ContactFacts): boolean {
  return isConfirmed(contact) && !contact.is_blocked;
}

/** True if the invitation or the latest reconfirmation did not arrive. */
function isUnreachable({ status, mail_state, is_unreached }: ContactFacts): boolean {
  return status === 'pending' ? mail_state === 'refused' : status === 'confirmed' && is_unreached;
}

function isReconfirmationOverdue({ status, asked_at }: ContactFacts, now: Date): boolean {
  if (status !== 'confirmed' || asked_at === null) return false;
  return now.getTime() - new Date(asked_at).getTime() >= reconfirmationTimings.unanswered;
}

/**
 * True if no rehearsal was started for a year, although there is a confirmed contact and an
 * instruction.
 */
function isRehearsalDue({ contacts, instructions, rehearsal }: ReadinessFacts, now: Date): boolean {
  if (instructions.length === 0 || !contacts.some(({ status }) => status === 'confirmed')) {
    return false;
  }
  if (!rehearsal) return true;
  const since = now.getTime() - new Date(rehearsal.started_at).getTime();
  return since >= rehearsalAdviceDays * 24 * 3_600_000;
}

function failuresIn(rehearsal: RehearsalFacts | null): number {
  return rehearsal ? countFailures(rehearsalFigures(rehearsal.parts), rehearsal.is_open) : 0;
}
