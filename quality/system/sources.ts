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
 * The project at a commit, in its own folder, with the packages installed here. Our own packages
 * are those of that commit.
 */
export function sourcesOf(revision: string): Sources {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), 'zavet-sources-'));
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  // A package needed in two versions is installed with the workspace.
  for (const packages of [
    'node_modules',
    ...globSync('{apps/*,packages/*,quality/*,quality/fakes/*}/node_modules'),
  ]) {
    usePackages(resolve(packages), join(folder, packages));
  }
  return { folder, commit, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Hard links to the installed packages; links to our packages lead to those of the commit. */
function usePackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const names = readdirSync(from).filter((name) => !name.startsWith('.') || name === '.bin');
  const paths = names.map((name) => join(from, name));
  try {
    execFileSync('cp', ['-al', ...paths, to], { stdio: 'ignore' });
  } catch {
    // Hard links are impossible across file systems.
    execFileSync('cp', ['-a', ...paths, to]);
  }
  // A setup may rewrite these files.
  for (const name of ['.package-lock.json', '.zavet-installed']) {
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  }
}

/** The working tree, including uncommitted changes. */
export function presentRevision(): string {
  return git('stash', 'create') || git('rev-parse', 'HEAD');
}

export function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
