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

/** Statuses of instructions, which are also the folders of Mail. */
export const instructionStatuses = ['outbox', 'sent'] as const;
export type InstructionStatus = (typeof instructionStatuses)[number];

/** `no_space`: above the limit of an unpaid plan; `lost`: by the file storage. */
export const fileRemovalReasons = ['no_space', 'lost'] as const;
export type FileRemovalReason = (typeof fileRemovalReasons)[number];

/**
 * `ready`: has a reader if the protocol is started now. `waiting`: only contacts without an answer.
 * `no_recipient`: no reader, or only contacts who declined. `review`: any of these that needs a
 * review. `queued`: being delivered.
 */
export const instructionStates = [
  'ready',
  'waiting',
  'no_recipient',
  'review',
  'queued',
  'sent',
] as const;
export type InstructionState = (typeof instructionStates)[number];

/** `changed`: latest change first. Titles are sealed, so there is no order by title. */
export const instructionOrders = ['newest', 'oldest', 'changed', 'priority'] as const;
export type InstructionOrder = (typeof instructionOrders)[number];
