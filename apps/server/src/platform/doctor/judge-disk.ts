import { type Finding, ok, warning, wrong } from './finding.ts';

/** What the operating system tells about the disk that a folder is on. */
export interface DiskRoom {
  /** Free blocks for others than the administrator, and how many bytes each holds. */
  bavail: number;
  bsize: number;
  /** How many files the disk can hold at all, 0 where that has no limit, and how many more. */
  files: number;
  ffree: number;
}

const megabyte = 1024 * 1024;
const warnBelowBytes = 2048 * megabyte;
const wrongBelowBytes = 200 * megabyte;

/** Whether a disk has room for what will be written to a folder. */
export function judgeDisk(about: string, folder: string, room: DiskRoom): Finding {
  const { bavail, bsize, files, ffree } = room;
  if (files > 0 && ffree === 0) {
    return wrong(about, `the disk of ${folder} can hold no more files`, 'Make room there.');
  }
  const bytes = bavail * bsize;
  const says = `${sizeOf(bytes)} are free in ${folder}`;
  if (bytes < wrongBelowBytes) return wrong(about, says, 'Make room there now.');
  if (bytes < warnBelowBytes) return warning(about, says, 'Make room there soon.');
  return ok(about, says);
}

function sizeOf(bytes: number): string {
  const megabytes = Math.floor(bytes / megabyte);
  return megabytes < 10_240 ? `${megabytes} MB` : `${Math.floor(megabytes / 1024)} GB`;
}
