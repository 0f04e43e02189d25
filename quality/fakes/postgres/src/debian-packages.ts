import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs missing packages without starting their services. */
export function installIfMissing(programs: Record<string, string>): void {
  const missing = Object.entries(programs).filter(([, program]) => !existsSync(program));
  if (missing.length === 0) return;
  // In runlevel 1, installed services are not started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const names = missing.map(([name]) => name);
  const aptGet = (...args: string[]) => execFileSync('apt-get', args, { stdio: 'ignore', env });
  const install = () => aptGet('install', '-y', '--no-install-recommends', ...names);
  try {
    install();
  } catch {
    // The package list may be missing or outdated.
    aptGet('update');
    install();
  }
}
