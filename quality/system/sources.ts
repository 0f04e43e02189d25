import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Sources {
  folder: string;
  commit: string;
  remove(): void;
}

/**
 * The project as it was at a commit, in a folder of its own, with the packages that are installed here.
 * Ours among them are those of that commit.
 */
export function sourcesOf(revision: string): Sources {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), 'zavet-sources-'));
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  // What two of our packages use in different versions lies with the package itself.
  for (const packages of [
    'node_modules',
    ...globSync('{apps/*,packages/*,quality/*,quality/fakes/*}/node_modules'),
  ]) {
    usePackages(resolve(packages), join(folder, packages));
  }
  return { folder, commit, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Links to the same files, where they would lie; links to ours lead to those of the commit. */
function usePackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const names = readdirSync(from).filter((name) => !name.startsWith('.') || name === '.bin');
  const paths = names.map((name) => join(from, name));
  try {
    execFileSync('cp', ['-al', ...paths, to], { stdio: 'ignore' });
  } catch {
    // Another file system has no links to this one.
    execFileSync('cp', ['-a', ...paths, to]);
  }
  // What is installed is written down in files that a set-up may write anew.
  for (const name of ['.package-lock.json', '.zavet-installed']) {
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  }
}

/** What is checked out here, with changes that are not committed yet. */
export function presentRevision(): string {
  return git('stash', 'create') || git('rev-parse', 'HEAD');
}

export function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
