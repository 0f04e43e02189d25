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
 * Checks out the project at a commit into its own folder, with the third-party packages installed here
 * and our own packages of that commit.
 */
export function checkOutSources(revision: string): Sources {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), 'zavet-sources-'));
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  // Packages needed in two versions are installed in the workspace's own folder.
  for (const packages of [
    'node_modules',
    ...globSync('{apps/*,packages/*,quality/*,quality/fakes/*}/node_modules'),
  ]) {
    linkPackages(resolve(packages), join(folder, packages));
  }
  return { folder, commit, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Hard-links installed packages. Relative links to our own packages then point to the commit. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const names = readdirSync(from).filter((name) => !name.startsWith('.') || name === '.bin');
  const paths = names.map((name) => join(from, name));
  try {
    execFileSync('cp', ['-al', ...paths, to], { stdio: 'ignore' });
  } catch {
    // Hard links are impossible across file systems.
    execFileSync('cp', ['-a', ...paths, to]);
  }
  // Copies these files, because a setup may rewrite them.
  for (const name of ['.package-lock.json', '.zavet-installed']) {
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  }
}

/** Revision of the working tree, including uncommitted changes. */
export function currentRevision(): string {
  return git('stash', 'create') || git('rev-parse', 'HEAD');
}

export function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
