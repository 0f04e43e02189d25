import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Finding, ok, warning, wrong } from './finding.ts';

export interface DiskLimits {
  warnBelowBytes: number;
  wrongBelowBytes: number;
}

const megabyte = 1024 * 1024;
const usualLimits: DiskLimits = {
  warnBelowBytes: 2048 * megabyte,
  wrongBelowBytes: 200 * megabyte,
};

/** Whether a folder may be written to, or made, and whether its disk has room. */
export async function checkFolder(
  name: string,
  folder: string,
  limits = usualLimits,
): Promise<Finding> {
  const about = `Disk (${name})`;
  const place = await nearestPlace(folder);
  const facts = await stat(place);
  if (!facts.isDirectory()) {
    return wrong(about, `${place} is not a folder`, `Name another ${name}.`);
  }
  // The administrator may do what the server may not.
  if (process.getuid?.() === 0 && facts.uid !== 0) {
    const says = `${place} belongs to another user than the one who runs this`;
    return warning(about, says, 'Run this as the user of the server, who meets other rights.');
  }
  try {
    await access(place, constants.W_OK | constants.X_OK);
  } catch {
    const todo = 'Give it to the user of the server (chown), or name another one.';
    return wrong(about, `${place} may not be written to`, todo);
  }
  const { bavail, bsize, files, ffree } = await statfs(place);
  if (files > 0 && ffree === 0) {
    return wrong(about, `the disk of ${place} can hold no more files`, 'Make room there.');
  }
  const bytes = bavail * bsize;
  const says = `${sizeOf(bytes)} are free in ${folder}`;
  if (bytes < limits.wrongBelowBytes) return wrong(about, says, 'Make room there now.');
  if (bytes < limits.warnBelowBytes) return warning(about, says, 'Make room there soon.');
  return ok(about, says);
}

function sizeOf(bytes: number): string {
  const megabytes = Math.floor(bytes / megabyte);
  return megabytes < 10_240 ? `${megabytes} MB` : `${Math.floor(megabytes / 1024)} GB`;
}

/** The folder itself, or the part of its path that is there. */
async function nearestPlace(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere || path === dirname(path) ? path : nearestPlace(dirname(path));
}
