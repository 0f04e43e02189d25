import { limits } from '../limits.ts';

export const bytesPerMb = 1024 * 1024;

/** Used storage in percent; a value must exceed the threshold. */
const storageThresholds = { red: 90, yellow: 70, warning: 80, strongWarning: 95 } as const;

/** Allowed types by file extension. */
export const fileTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
} as const;

export type FileEnding = keyof typeof fileTypes;

export type FileMimeType = (typeof fileTypes)[FileEnding];

export const fileMaxBytes = limits.fileMaxMb * bytesPerMb;

const previewable: readonly FileMimeType[] = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/gif',
];

export function fileEndingOf(name: string): FileEnding | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(fileTypes, ending)
    ? (ending as FileEnding)
    : undefined;
}

/** Returns the name with another extension. */
export function withEnding(name: string, ending: FileEnding): string {
  return name.replace(/\.[^.]+$/, `.${ending}`);
}

export function canPreview(mimeType: string): boolean {
  return previewable.some((type) => type === mimeType);
}

export type FileProblem = 'file_type_unsupported' | 'file_too_large' | 'file_empty';

/** Returns the problem of a file that is known without reading the content. */
export function fileProblem(name: string, sizeBytes: number): FileProblem | undefined {
  if (!fileEndingOf(name)) return 'file_type_unsupported';
  if (sizeBytes > fileMaxBytes) return 'file_too_large';
  return sizeBytes === 0 ? 'file_empty' : undefined;
}

export function toMb(bytes: number): number {
  return bytes / bytesPerMb;
}

type StorageColor = 'red' | 'yellow' | 'green';

export function storageColor(percentUsed: number): StorageColor {
  if (percentUsed > storageThresholds.red) return 'red';
  return percentUsed > storageThresholds.yellow ? 'yellow' : 'green';
}

type StorageWarning = 'strong' | 'usual' | 'none';

export function storageWarning(percentUsed: number): StorageWarning {
  if (percentUsed > storageThresholds.strongWarning) return 'strong';
  return percentUsed > storageThresholds.warning ? 'usual' : 'none';
}
