import { delimiter } from 'node:path';
import { outputOf, run } from './process.mjs';
import { hostEnvironment, inProject, SetupError } from './project.mjs';

const wantedMajor = 24;

/** The path of the Node that the project runs on; the host's may be older. */
export async function projectNode() {
  const found = findNode();
  if (found) return found;
  // It arrives by an install script; packages installed without those lack more than this one.
  await run('npm', ['rebuild', '--ignore-scripts=false'], { env: hostEnvironment() });
  const fetched = findNode();
  if (fetched) return fetched;
  throw new SetupError(
    `Node ${wantedMajor} is missing: run "npm rebuild node", or start with a Node ${wantedMajor} of your own.`,
  );
}

/** The environment in which commands of the project find that Node and each other. */
export function projectEnvironment(extra = {}) {
  const path = [inProject('node_modules', '.bin'), hostEnvironment().PATH].join(delimiter);
  return { ...process.env, PATH: path, ...extra };
}

function findNode() {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const candidates = [
    inProject('node_modules', 'node', 'bin', `node${suffix}`),
    inProject('node_modules', '.bin', `node${suffix}`),
    process.execPath,
  ];
  return candidates.find((path) => versionOf(path)?.startsWith(`v${wantedMajor}.`));
}

/** Of the Node that runs us nobody has to be asked. */
function versionOf(path) {
  return path === process.execPath ? process.version : outputOf(path, ['--version']);
}
