import { parseArgs } from 'node:util';
import { readConfiguration } from '../config/configuration.ts';
import { UsageInvalid } from '../platform/process/refusals.ts';
import { fromCaller } from './caller-path.ts';
import { type RestoreRequest, restoreInto } from './restore-into.ts';
import type { Command } from './run-command.ts';

/** Restores a backup; accounts that were deleted since stay deleted. */
export const command: Command = async (args, progress) => {
  const request = parseRestoreArgs(args);
  const { rows, objects, jobs, deleted } = await restoreInto(
    readConfiguration(progress.env),
    request,
    progress,
  );
  progress.tell(
    `Restored ${rows} rows, ${objects} files and ${jobs} jobs; ${deleted} accounts deleted since the backup stay deleted.`,
  );
};

function parseRestoreArgs(args: string[]): RestoreRequest {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { replace: { type: 'boolean' }, tombstones: { type: 'string', multiple: true } },
      allowPositionals: true,
    });
    const [folder, ...rest] = positionals;
    if (!folder || rest.length > 0) throw new Error('one folder');
    return {
      folder: fromCaller(folder),
      replace: values.replace ?? false,
      others: (values.tombstones ?? []).map(fromCaller),
    };
  } catch (cause) {
    throw new UsageInvalid(
      'Use npm run restore -- <folder> [--replace] [--tombstones <folder of a newer backup>].',
      { cause },
    );
  }
}
