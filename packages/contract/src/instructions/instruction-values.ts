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
