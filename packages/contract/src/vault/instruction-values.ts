export const instructionCategories = [
  'notary',
  'lawyer',
  'church',
  'relative',
  'friends',
  'agency',
  'personal',
] as const;
export type InstructionCategory = (typeof instructionCategories)[number];

export const instructionPriorities = ['high', 'medium', 'low'] as const;
export type InstructionPriority = (typeof instructionPriorities)[number];

/** Also the folders of Mail. */
export const instructionStatuses = ['outbox', 'sent'] as const;
export type InstructionStatus = (typeof instructionStatuses)[number];

/**
 * Where an instruction stands. `ready`: somebody gets it if the protocol is started now. `waiting`:
 * only people who have not agreed yet; they are asked then. `nobody`: it names nobody, or only
 * people who declined. `review`: one of these three that was not looked at for long. `queued`: on
 * its way. `sent`: with its recipients.
 */
export const instructionStates = [
  'ready',
  'waiting',
  'nobody',
  'review',
  'queued',
  'sent',
] as const;
export type InstructionState = (typeof instructionStates)[number];

/** `changed`: what was changed last comes first. Titles are sealed, so nothing is sorted by them. */
export const instructionOrders = ['newest', 'oldest', 'changed', 'priority'] as const;
export type InstructionOrder = (typeof instructionOrders)[number];
