import { existsSync, readFileSync } from 'node:fs';
import { projectEnvironment } from './node.mjs';
import { start } from './process.mjs';
import { inProject } from './project.mjs';

/** The mails' JSX is translated; few young objects, because the buffers of files go with them. */
const flags = JSON.parse(readFileSync(inProject('apps/server/node-flags.json'), 'utf8'));

export const followParent = '--import=./scripts/setup/follow-parent.mjs';

/** The arguments that make Node run one of the server's entry files from its TypeScript. */
export function serverArguments(entry) {
  const envFile = existsSync(inProject('.env')) ? ['--env-file=.env'] : [];
  return [...envFile, ...trialArguments(entry)];
}

/** The same without what .env says: a trial must not touch what is real. */
export function trialArguments(entry) {
  return [...flags, followParent, `apps/server/src/start/${entry}`];
}

/** Runs an entry file of the server to its end and passes on its exit code. */
export function runServer(node, entry, given = []) {
  const args = [...serverArguments(entry), ...given];
  return start(node, args, { env: projectEnvironment(), isolated: true }).ended;
}
