import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { outputOf, run } from './process.mjs';
import { hostEnvironment, inProject, root, SetupError } from './project.mjs';

const wantedMajor = 24;

/**
 * Installs the project's packages and returns the path of its Node, because that of the host may be
 * older.
 */
export async function installNode() {
  await install(root);
  const installed = findNode();
  if (installed) return installed;
  // Node is downloaded by an install script; it is missing if scripts were disabled.
  await run('npm', ['rebuild', '--ignore-scripts=false'], { env: hostEnvironment() });
  const rebuilt = findNode();
  if (rebuilt) return rebuilt;
  throw new SetupError(
    `Node ${wantedMajor} is missing: run "npm rebuild node", or start with a Node ${wantedMajor} of your own.`,
  );
}

/** Installs a package that only one command needs, when that command runs. */
export async function installTool(name) {
  await install(inProject('tools', name));
}

/** Makes the node_modules of a folder match its package-lock.json. */
async function install(folder) {
  if (await isInstalled(folder)) return;
  const { withLock } = await import('./exclusive.mjs');
  await withLock(
    folder,
    async () => {
      if (await isInstalled(folder)) return;
      if (!(await matchesLock(folder))) await installFromLock(folder);
      await writeFile(stampFile(folder), await wantedStamp(folder));
    },
    () => console.log('Another process is setting up this folder; waiting for it.'),
  );
}

async function installFromLock(folder) {
  const place = relative(root, folder);
  console.log(`Installing dependencies${place && ` of ${place}`}.`);
  await rm(stampFile(folder), { force: true });
  await rm(installedLockFile(folder), { force: true });
  const options = { cwd: folder, env: hostEnvironment() };
  const code = await run('npm', ['ci', '--include=dev'], options);
  if (code !== 0) throw new SetupError('npm ci failed; its message is above.');
}

async function isInstalled(folder) {
  const stamp = await readFile(stampFile(folder), 'utf8').catch(() => undefined);
  return stamp !== undefined && stamp === (await wantedStamp(folder));
}

async function wantedStamp(folder) {
  const hash = createHash('sha256').update(await readFile(lockFile(folder)));
  return hash.update(`${process.platform} ${process.arch}`).digest('hex');
}

/**
 * True if the installed packages are exactly the locked versions, as after an `npm install` by a
 * developer.
 */
async function matchesLock(folder) {
  const installed = await packagesOf(installedLockFile(folder)).catch(() => undefined);
  if (!installed) return false;
  const wanted = Object.entries(await packagesOf(lockFile(folder)));
  return wanted.every(([path, { version, optional, link }]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    return found ? link || found.version === version : optional === true;
  });
}

async function packagesOf(file) {
  return JSON.parse(await readFile(file, 'utf8')).packages;
}

function lockFile(folder) {
  return join(folder, 'package-lock.json');
}

function installedLockFile(folder) {
  return join(folder, 'node_modules', '.package-lock.json');
}

function stampFile(folder) {
  return join(folder, 'node_modules', '.zavet-installed');
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

function versionOf(path) {
  return path === process.execPath ? process.version : outputOf(path, ['--version']);
}
