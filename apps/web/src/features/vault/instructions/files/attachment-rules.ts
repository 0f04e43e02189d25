import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import type {
  ExpectedFileView,
  FileView,
  InstructionSummary,
  RemovedFileView,
} from '@zavet/contract/vault/instruction-schemas';
import { isSameFile } from '../public/file-choice.ts';
import { isActive, type Upload } from '../public/upload-runner.ts';

const maxNames = 10;

/** Lists the first names and the number of the others. */
export function shortNameList(names: readonly string[]): string {
  const rest = names.length - maxNames;
  const named = names.slice(0, maxNames).join(', ');
  return rest > 0 ? `${named} +${rest}` : named;
}

/** The day on which a file will be removed for lack of storage. */
export function removalDayOf(
  { files_leaving }: Pick<InstructionSummary, 'files_leaving'>,
  { id }: Pick<FileView, 'id'>,
): string | undefined {
  return files_leaving?.file_ids.includes(id) ? files_leaving.on : undefined;
}

export function namesToRemove(
  instruction: Pick<InstructionSummary, 'files' | 'files_leaving'>,
): string[] {
  return instruction.files
    .filter((file) => removalDayOf(instruction, file))
    .map(({ file_name }) => file_name);
}

type Removal = Pick<RemovedFileView, 'reason' | 'removed_on'> & { names: string[] };

/** Removed files by reason and day. */
export function removalsOf(files: readonly RemovedFileView[]): Removal[] {
  const removals = Map.groupBy(files, ({ reason, removed_on }) => `${reason} ${removed_on}`);
  return [...removals.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { reason, removed_on } = first;
    return { reason, removed_on, names: [first, ...others].map(({ file_name }) => file_name) };
  });
}

interface WithExpected {
  id: string;
  expected_files: readonly ExpectedFileView[];
}

/** The expected files that are neither attached nor being uploaded. */
export function missingFiles(
  { id, expected_files }: WithExpected,
  uploads: readonly Upload[],
): ExpectedFileView[] {
  const active = uploads.filter((upload) => upload.target_id === id && isActive(upload));
  return expected_files.filter(
    (file) => !file.is_arriving && !active.some((upload) => isSameFile(upload, file)),
  );
}

/** Errors that every upload of the same file would get. */
const permanentErrors: readonly ErrorCode[] = [
  'file_type_unsupported',
  'file_content_mismatch',
  'file_too_large',
  'file_empty',
  'file_already_attached',
  'file_limit_reached',
  'document_limit_reached',
  'review_closed',
  'instruction_closed',
  'invalid_input',
  'not_found',
];

export function canRetry(error: unknown): boolean {
  return !(error instanceof ApiError && permanentErrors.includes(error.code));
}
