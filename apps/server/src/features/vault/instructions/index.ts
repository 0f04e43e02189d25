/** What other features may use of this one: the outbox of an activation, reading what was sent, and how files are taken and read. */
export { type BroughtFile, bringInInstructions } from './bring-in-instructions.ts';
export { giveUpObjects, holdObjects, releaseObjects } from './bring-in-repository.ts';
export { downloadFile, downloadFiles, openBytes } from './download-file.ts';
export { orderRemoval } from './file-repository.ts';
export { openHeading, type SealedHeading } from './heading.ts';
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
  markUnsent,
  type OutboxRow,
  type OutboxSummary,
  openAgain,
  readOutbox,
} from './outbox-repository.ts';
export {
  type OwnInstruction,
  readAllInstructions,
  readOwnInstruction,
} from './read-all-instructions.ts';
export { getInstruction } from './read-instructions.ts';
export { removeObjectsJob } from './remove-objects.ts';
export { holdsWords } from './search/search-rules.ts';
export { storeBytes } from './store-bytes.ts';
export { keepLease, uploadLeaseSeconds } from './upload-lease.ts';
export { countInstructionsAnew } from './write-repository.ts';
export { zipEntryNames, zipFileName } from './zip-name-rules.ts';
