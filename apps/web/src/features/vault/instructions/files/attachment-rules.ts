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

const maxListedNames = 10;

/** Returns the first names, followed by the number of remaining names. */
export function shortNameList(names: readonly string[]): string {
  const rest = names.length - maxListedNames;
  const named = names.slice(0, maxListedNames).join(', ');
  return rest > 0 ? `${named} +${rest}` : named;
}

/** The day on which a file will be removed for lack of storage. */
export function removalDayOf(
  { files_to_remove }: Pick<InstructionSummary, 'files_to_remove'>,
  { id }: Pick<FileView, 'id'>,
): string | undefined {
  return files_to_remove?.file_ids.includes(id) ? files_to_remove.on : undefined;
}

export function namesToRemove(
  instruction: Pick<InstructionSummary, 'files' | 'files_to_remove'>,
): string[] {
  return instruction.files
    .filter((file) => removalDayOf(instruction, file))
    .map(({ file_name }) => file_name);
}

type Removal = Pick<RemovedFileView, 'reason' | 'removed_on'> & { names: string[] };

/** Groups removed files by reason and day. */
export function removalsOf(files: readonly RemovedFileView[]): Removal[] {
  const removals = Map.groupBy(files, ({ reason, removed_on }) => `${reason} ${removed_on}`);
  return [...removals.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { reason, removed_on } = first;
    return { reason, removed_on, names: [first, ...others].map(({ file_name }) => file_name) };
  });
}

interface ExpectedFields {
  id: string;
  expected_files: readonly ExpectedFileView[];
}

/** The expected files that are neither attached nor being uploaded. */
export function missingFilesOf(
  { id, expected_files }: ExpectedFields,
  uploads: readonly Upload[],
): ExpectedFileView[] {
  const active = uploads.filter((upload) => upload.target_id === id && isActive(upload));
  return expected_files.filter(
    (file) => !file.is_arriving && !active.some((upload) => isSameFile(upload, file)),
  );
}

/** Errors that a retry with the same file would repeat. */
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
