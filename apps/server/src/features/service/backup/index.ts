import { feature, jobOf, on } from '../../../feature.ts';
import { accountDeleted } from '../../identity/account/index.ts';
import { storeTombstone, storeTombstoneJob } from './tombstones.ts';

export { limitLines, type Progress } from './backup-folder.ts';
export { type BackupObjects, openBackupObjects } from './backup-objects.ts';
export { countRevived } from './tombstones.ts';

export const backupFeature = feature({
  name: 'backup',
  jobs: [
    jobOf(storeTombstoneJob, {
      purpose: 'writes a tombstone to the file store, for restores',
      retry: 'two_days',
      expireSeconds: 120,
      run: (ctx, { user_id, deleted_at }) =>
        storeTombstone(ctx.store, { user_id, deleted_at: new Date(deleted_at) }),
    }),
  ],
  on: [
    on(accountDeleted, ({ jobs }, { user_id, at }) =>
      jobs.enqueue(storeTombstoneJob, { user_id, deleted_at: at.toISOString() }),
    ),
  ],
});
