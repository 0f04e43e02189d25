/** What other features may use of this one: the outbox of an activation, and reading what was sent. */
export { downloadFile, downloadFiles } from './download-file.ts';
export { openHeading, type SealedHeading } from './heading.ts';
export { hasRecipient, sealedHeading } from './heading-repository.ts';
export type { InstructionDeps } from './instruction-deps.ts';
export {
  expectedFiles,
  instructionContacts,
  instructionFiles,
  instructions,
  instructionUsage,
  objectRemovals,
} from './instruction-tables.ts';
export {
  lockOutbox,
  markQueued,
  markSent,
  type OutboxRow,
  openAgain,
} from './outbox-repository.ts';
export { getInstruction } from './read-instructions.ts';
export { countInstructionsAnew } from './write-repository.ts';
