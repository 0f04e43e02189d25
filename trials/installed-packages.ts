import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

const policy = '/usr/sbin/policy-rc.d';

/** Installs Debian's packages where a program of theirs is missing. No service is started by that. */
export function installPackages(program: string, ...packages: string[]): void {
  if (existsSync(program)) return;
  const isOurPolicy = !existsSync(policy);
  if (isOurPolicy) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = ['install', '-y', '--no-install-recommends'];
    execFileSync('apt-get', [...options, ...packages], { stdio: 'ignore', env });
  } finally {
    if (isOurPolicy) rmSync(policy);
  }
}
