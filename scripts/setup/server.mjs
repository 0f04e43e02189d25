import { existsSync, readFileSync } from 'node:fs';
import { start } from './process.mjs';
import { inProject, projectEnvironment } from './project.mjs';

export const followParent = '--import=./scripts/setup/follow-parent.mjs';

/**
 * Node flags and environment: a small young generation frees file buffers early; few malloc arenas,
 * because each keeps freed memory.
 */
const runOptions = JSON.parse(readFileSync(inProject('apps/server/run-options.json'), 'utf8'));
const flags = [...runOptions.flags, followParent];
const envFile = existsSync(inProject('.env')) ? ['--env-file=.env'] : [];

/** Node strips types by itself; the loader compiles the JSX of the mails. */
export const sourceFlags = [...flags, '--import=./apps/server/load-sources.mjs'];

/** The environment of a server, with additional variables. */
export function serverEnvironment(extra = {}) {
  return projectEnvironment({ ...runOptions.env, ...extra });
}

/** Arguments of Node for a built entry of the server, without `.env`, to protect real data. */
export function isolatedArguments(entry) {
  return [...flags, `apps/server/dist/current/${entry}.js`];
}

/** Arguments of Node for the server's sources. */
export function sourceArguments() {
  return [...envFile, ...sourceFlags, 'apps/server/src/main.ts'];
}

/** Runs a built entry of the server and returns its exit code. */
export function runServer(node, entry, args = []) {
  const all = [...envFile, ...isolatedArguments(entry), ...args];
  return start(node, all, { env: serverEnvironment(), isolated: true }).ended;
}
