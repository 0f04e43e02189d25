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

/** Names in a sentence; of many the first ones and how many more there are. */
export function shortNameList(names: readonly string[]): string {
  const rest = names.length - maxNames;
  const named = names.slice(0, maxNames).join(', ');
  return rest > 0 ? `${named} +${rest}` : named;
}

/** On which day a file goes; undefined where it stays. */
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

/** Files that went, by the day on which they did, in the order in which they came. */
export function removedByDay(
  files: readonly RemovedFileView[],
): { day: string; names: string[] }[] {
  const days = new Map<string, string[]>();
  for (const { removed_on, file_name } of files) {
    days.set(removed_on, [...(days.get(removed_on) ?? []), file_name]);
  }
  return [...days].map(([day, names]) => ({ day, names }));
}

interface WithExpected {
  id: string;
  expected_files: readonly ExpectedFileView[];
}

/** The files of an instruction that are neither there nor on their way. */
export function missingFiles(
  { id, expected_files }: WithExpected,
  uploads: readonly Upload[],
): ExpectedFileView[] {
  const going = uploads.filter((upload) => upload.target_id === id && isActive(upload));
  return expected_files.filter(
    (file) => !file.is_arriving && !going.some((upload) => isSameFile(upload, file)),
  );
}

/** What the same file will be answered again, however often it is sent. */
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

/** Whether sending the same file again can succeed. */
export function canRetry(error: unknown): boolean {
  return !(error instanceof ApiError && permanentErrors.includes(error.code));
}
