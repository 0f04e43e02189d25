import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { timestamp } from '../fields.ts';
import { shownContactStatuses } from '../people/contact-rules.ts';
import { storageView } from '../vault/file-endpoints.ts';
import { legacyView } from './legacy-schemas.ts';

/** Obstacles to a start of the protocol today, most severe first. */
export const readinessKinds = [
  'payments_not_configured',
  'no_contacts',
  'no_confirmed_contacts',
  'contacts_blocked',
  'contacts_unreachable',
  'no_instructions',
  'instructions_unassigned',
  'instructions_unreachable',
  'instructions_lack_files',
  'contacts_uninvited',
  'contacts_declined',
  'contacts_unconfirmed',
  'contacts_unanswered',
  'rehearsal_failed',
  'files_to_remove',
  'owner_unreached',
  'second_address_unreached',
  'no_waiting_time',
  'instructions_unreviewed',
  'owner_unnamed',
  'rehearsal_due',
  'mail_captured',
] as const;
export type ReadinessKind = (typeof readinessKinds)[number];

/** Named items per finding; others are only counted. */
export const maxNamedPerFinding = 5;

const readinessFinding = z.object({
  kind: z.enum(readinessKinds),
  /** `blocking`: some letters would not arrive. */
  gravity: z.enum(['blocking', 'advice']),
  /** Number of affected entries; 1 if nothing is counted. */
  count: z.number().int(),
  /** Contacts by name, instructions by title (empty if unreadable), oldest first. */
  concerned: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type ReadinessFinding = z.output<typeof readinessFinding>;

/** Maximum number of drawn letters, including a stack that represents the rest. */
export const maxDrawnLetters = 5;

/** `incomplete`: some files or readers are missing. `misses`: reaches no one. */
const letterStates = ['arrives', 'incomplete', 'misses'] as const;
export type LetterState = (typeof letterStates)[number];

const readinessLetter = z.object({
  id: z.string(),
  /** Empty if unreadable. */
  title: z.string(),
  state: z.enum(letterStates),
});
export type ReadinessLetter = z.output<typeof readinessLetter>;

const readinessPerson = z.object({
  id: z.string(),
  name: z.string(),
  /** Empty if unknown or unreadable. */
  relationship: z.string(),
  status: z.enum(shownContactStatuses),
  /** The owner vetoed a start of this contact and has not decided yet. */
  is_blocked: z.boolean(),
});
export type ReadinessPerson = z.output<typeof readinessPerson>;

/** The last rehearsal. */
const readinessRehearsal = z.object({
  started_at: timestamp,
  is_open: z.boolean(),
  answered: z.number().int(),
  contacts: z.number().int(),
});
export type ReadinessRehearsal = z.input<typeof readinessRehearsal>;

const readinessView = z.object({
  findings: z.array(readinessFinding),
  letters: z.object({
    total: z.number().int(),
    /** Equals `total` if and only if no finding is blocking. */
    arriving: z.number().int(),
    incomplete: z.number().int(),
    /** The drawn letters, arriving ones first; a stack represents the rest. */
    shown: z.array(readinessLetter),
  }),
  /** At most `maxNamedPerFinding` contacts, oldest first. */
  people: z.array(readinessPerson),
  /** Hours between payment and release, by the present settings. */
  waiting_hours: z.number().int(),
  needs_second: z.boolean(),
  rehearsal: readinessRehearsal.nullable(),
});
export type ReadinessView = z.input<typeof readinessView>;

const dashboardView = z.object({
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  trusted_contacts: z.object({
    total: z.number().int(),
    confirmed: z.number().int(),
    /** Contacts who are invited but have not answered yet. */
    pending: z.number().int(),
    uninvited: z.number().int(),
    /** Maximum number of contacts; 0 means unlimited. */
    limit: z.number().int(),
  }),
  instructions: z.object({ total: z.number().int() }),
  storage: storageView,
  /** Time at which the caller's own protocol became active. */
  protocol_activated_at: timestamp.nullable(),
  /** Owners who named the caller as a contact. */
  legacies: z.array(legacyView),
});
export type DashboardView = z.input<typeof dashboardView>;

export const dashboardEndpoints = {
  getDashboard: defineEndpoint({
    id: 'get-dashboard',
    summary: 'Figures of the dashboard, and owners who named the caller.',
    route: 'GET /dashboard',
    callers: 'owner',
    output: dashboardView,
  }),
  getReadiness: defineEndpoint({
    id: 'get-readiness',
    summary: 'Expected results and problems if the protocol were started today.',
    route: 'GET /dashboard/readiness',
    callers: 'owner',
    output: readinessView,
  }),
} as const;
