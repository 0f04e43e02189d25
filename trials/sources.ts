import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
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
  const from = resolve('node_modules');
  const to = join(folder, 'node_modules');
  mkdirSync(to);
  for (const name of readdirSync(from).filter((name) => name !== '@zavet')) {
    symlinkSync(join(from, name), join(to, name));
  }
  mkdirSync(join(to, '@zavet'));
  for (const [parent, name] of workspaces(folder)) {
    symlinkSync(join(folder, parent, name), join(to, '@zavet', name));
  }
  symlinkSync(resolve('apps/web/node_modules'), join(folder, 'apps/web/node_modules'));
  return { folder, commit, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Only these are imported by name. */
function workspaces(folder: string): [string, string][] {
  return readdirSync(join(folder, 'packages')).map((name) => ['packages', name]);
}

/** What is checked out here, with changes that are not committed yet. */
export function presentRevision(): string {
  return git('stash', 'create') || git('rev-parse', 'HEAD');
}

export function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
