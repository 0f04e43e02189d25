import type { ExpectedFileView } from '@zavet/contract/vault/instruction-schemas';
import { isSameFile } from '../public/file-choice.ts';
import { isGoing, type Upload } from '../public/upload-queue.ts';

interface WithExpected {
  id: string;
  expected_files: readonly ExpectedFileView[];
}

/** The files of an instruction that are neither there nor on their way. */
export function missingFiles(
  { id, expected_files }: WithExpected,
  uploads: readonly Upload[],
): ExpectedFileView[] {
  const going = uploads.filter((upload) => upload.target_id === id && isGoing(upload));
  return expected_files.filter(
    (file) => !file.is_arriving && !going.some((upload) => isSameFile(upload, file)),
  );
}
