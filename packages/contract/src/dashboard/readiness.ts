import { z } from 'zod';

/** What would go wrong if the protocol were started today, gravest first. */
export const readinessKinds = [
  'mail_not_configured',
  'payments_not_configured',
  'no_contacts',
  'no_confirmed_contacts',
  'contacts_unreachable',
  'no_instructions',
  'instructions_unassigned',
  'instructions_unreachable',
  'instructions_lack_files',
  'contacts_declined',
  'contacts_unconfirmed',
  'contacts_unanswered',
  'files_leaving',
  'owner_unreached',
  'no_waiting_time',
  'instructions_unreviewed',
  'owner_unnamed',
] as const;
export type ReadinessKind = (typeof readinessKinds)[number];

/** How many of what is concerned are named; the rest is only counted. */
export const readinessNamed = 5;

export const readinessFinding = z.object({
  kind: z.enum(readinessKinds),
  /** `blocking`: nothing, or not everything, would arrive. */
  gravity: z.enum(['blocking', 'advice']),
  /** 1 where nothing is counted. */
  count: z.number().int(),
  /** Contacts by name, instructions by title (empty where it does not open), oldest first. */
  concerned: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type ReadinessFinding = z.output<typeof readinessFinding>;

export const readinessView = z.object({ findings: z.array(readinessFinding) });
export type ReadinessView = z.output<typeof readinessView>;
