import { feature, jobOf, provide } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { assignments } from '../../people/contacts/index.ts';
import { assignmentsOf } from './assignments.ts';
import { binRetentionMs } from './bin/bin.ts';
import { deleteExpiredBinnedInstructions } from './bin/bin-repository.ts';
import { freeUploads, removeObjects, removeObjectsJob, sweepObjects } from './clean-up-files.ts';
import { instructionRoutes } from './instruction-routes.ts';
import { filesLost } from './lost-files.ts';

export { startLeaseRenewal, storeBytes, uploadLeaseSeconds } from './attach-file.ts';
export { readDeleted } from './bin/read-deleted.ts';
export { removeObjectsJob } from './clean-up-files.ts';
export { downloadFile, openBytes } from './download-file.ts';
export type { StoredObject } from './file-repository.ts';
export { type ImportedFile, importInstructions } from './import-instructions.ts';
export { recountInstructions } from './instruction-repository.ts';
export {
  expectedFiles,
  instructionContacts,
  instructionFiles,
  instructions,
  instructionUsage,
  objectRemovals,
} from './instruction-tables.ts';
export { formatFileNames, markFilesLost } from './lost-files.ts';
export {
  cancelRemovals,
  makeRemovalsDue,
  scheduleDelayedRemoval,
  scheduleRemoval,
} from './object-removal-repository.ts';
export {
  lockOutbox,
  markQueued,
  markSent,
  markUnsent,
  type OutboxRow,
  type OutboxSummary,
  readOutbox,
  reopenInstructions,
} from './outbox-repository.ts';
export {
  getInstruction,
  type OwnInstruction,
  readAllInstructions,
  readOwnInstruction,
} from './read-instructions.ts';
export { filesAboveLimit } from './remove-files.ts';
export { openHeading, type SealedHeading } from './sealed-instruction.ts';
export { containsAllWords } from './search/search-rules.ts';
export { zipEntryNames, zipFileName } from './zip-name-rules.ts';

export const instructionsFeature = feature({
  name: 'instructions',
  routes: instructionRoutes,
  jobs: [
    jobOf(removeObjectsJob, {
      purpose: 'removes the objects of deleted files',
      retry: 'hour',
      expireSeconds: 300,
      schedule: '*/5 * * * *',
      onTimeTravel: 'waits',
      run: (ctx, _, signal) => removeObjects(ctx, signal),
    }),
    jobOf(jobName<object>('free-uploads'), {
      purpose: 'twice a minute: releases the quota of uploads whose process died',
      retry: 'never',
      expireSeconds: 60,
      schedule: '* * * * *',
      onTimeTravel: 'waits',
      runsTwiceAMinute: true,
      run: (ctx, _, signal) => freeUploads(ctx, signal),
    }),
    jobOf(jobName<object>('sweep-uploads'), {
      purpose: 'removes partial objects of dead processes',
      retry: 'hour',
      expireSeconds: 300,
      schedule: '*/10 * * * *',
      onTimeTravel: 'waits',
      run: (ctx) => sweepObjects(ctx),
    }),
  ],
  mails: [filesLost],
  provides: [provide(assignments, assignmentsOf)],
  retention: {
    binned_instructions: ({ database }, now, limit) =>
      deleteExpiredBinnedInstructions(database, new Date(now.getTime() - binRetentionMs), limit),
  },
});
