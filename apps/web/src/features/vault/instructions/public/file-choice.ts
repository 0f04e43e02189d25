import { limits } from '@zavet/contract/limits';
import { type FileProblem, fileProblem, toMb } from '@zavet/contract/vault/file-rules';

export type ChosenFileProblem = FileProblem | 'file_already_attached' | 'file_name_too_long';

export interface RefusedFile {
  file_name: string;
  problem: ChosenFileProblem;
}

interface NamedFile {
  name: string;
  size: number;
}

/** Splits the chosen files into those that can be attached and those with a problem. */
export function checkChosenFiles<Chosen extends NamedFile>(
  chosen: readonly Chosen[],
  existing: readonly NamedFile[],
): { accepted: Chosen[]; refused: RefusedFile[] } {
  const accepted: Chosen[] = [];
  const refused: RefusedFile[] = [];
  for (const file of chosen) {
    const problem = problemOf(file, [...existing, ...accepted]);
    if (problem) refused.push({ file_name: file.name, problem });
    else accepted.push(file);
  }
  return { accepted, refused };
}

/** Selects every file that still fits, in order. */
export function selectFittingFiles<Chosen extends NamedFile>(
  files: readonly Chosen[],
  freeBytes: number,
): { fitting: Chosen[]; rest: Chosen[]; freeBytes: number } {
  const fitting: Chosen[] = [];
  const rest: Chosen[] = [];
  let free = Math.max(0, freeBytes);
  for (const file of files) {
    const fits = file.size <= free;
    (fits ? fitting : rest).push(file);
    if (fits) free -= file.size;
  }
  return { fitting, rest, freeBytes: free };
}

export function totalMb(files: readonly NamedFile[]): number {
  return toMb(totalBytes(files));
}

export function totalBytes(files: readonly NamedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/**
 * Rounds the attempted size up and the available space down, so that a file that does not fit never
 * seems to fit.
 */
export function roundSpace(attemptedMb: number, availableMb: number) {
  return {
    attempted: Math.ceil(attemptedMb * 10) / 10,
    available: Math.max(0, Math.floor(availableMb * 10) / 10),
  };
}

function problemOf(file: NamedFile, existing: readonly NamedFile[]): ChosenFileProblem | undefined {
  const problem = fileProblem(file.name, file.size);
  if (problem) return problem;
  if (file.name.normalize('NFC').length > limits.fileNameMaxLength) return 'file_name_too_long';
  return existing.some((other) => isSame(file, other)) ? 'file_already_attached' : undefined;
}

/** Compares files by name and size, as sent by the server. */
export function isSameFile(
  one: { file_name: string; size_bytes: number },
  other: { file_name: string; size_bytes: number },
): boolean {
  return isSame(
    { name: one.file_name, size: one.size_bytes },
    { name: other.file_name, size: other.size_bytes },
  );
}

/** Normalizes names, because operating systems compose letters differently. */
function isSame(one: NamedFile, other: NamedFile): boolean {
  return one.size === other.size && one.name.normalize('NFC') === other.name.normalize('NFC');
}
