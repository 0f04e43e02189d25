import { existsSync, readFileSync } from 'node:fs';
import { projectEnvironment } from './node.mjs';
import { start } from './process.mjs';
import { inProject } from './project.mjs';

export const followParent = '--import=./scripts/setup/follow-parent.mjs';

/**
 * Few young objects, because the buffers of files go with them; few arenas of glibc,
 * because each keeps memory that was freed.
 */
const runOptions = JSON.parse(readFileSync(inProject('apps/server/run-options.json'), 'utf8'));
const flags = [...runOptions.flags, followParent];
/** Node strips types by itself; the mails' JSX is translated as it is read. */
export const sourceFlags = [...flags, '--import=./apps/server/load-sources.mjs'];

/** The environment of a server, with what a caller sets besides. */
export function serverEnvironment(extra = {}) {
  return projectEnvironment({ ...runOptions.env, ...extra });
}

const envFile = existsSync(inProject('.env')) ? ['--env-file=.env'] : [];

/** The arguments that make Node run one of the server's built entries. */
function serverArguments(entry) {
  return [...envFile, ...trialArguments(entry)];
}

/** The same without what .env says: a trial must not touch what is real. */
export function trialArguments(entry) {
  return [...flags, `apps/server/dist/current/${entry}.js`];
}

/** The arguments that run the server from its sources. */
export function sourceArguments() {
  return [...envFile, ...sourceFlags, 'apps/server/src/main.ts'];
}

/** Runs an entry of the server to its end and passes on its exit code. */
export function runServer(node, entry, given = []) {
  const args = [...serverArguments(entry), ...given];
  return start(node, args, { env: serverEnvironment(), isolated: true }).ended;
}
