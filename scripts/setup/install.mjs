import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { run } from './process.mjs';
import { hostEnvironment, inProject, root, SetupError } from './project.mjs';

/**
 * Brings the node_modules of a folder to what its package-lock.json says; does nothing when they
 * are there already.
 */
export async function install(folder = root) {
  if (await isInstalled(folder)) return;
  const { exclusively } = await import('./exclusive.mjs');
  await exclusively(
    folder,
    async () => {
      if (await isInstalled(folder)) return;
      if (!(await isInstalledByHand(folder))) await installFromLock(folder);
      await writeFile(stampFile(folder), await wantedStamp(folder));
    },
    () => console.log('Another process is setting up this folder; waiting for it.'),
  );
}

/** Large packages that only one command needs: not installed before that command runs. */
export async function installTool(name) {
  await install(inProject('tools', name));
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

/** Whether someone's own `npm install` already brought exactly the locked versions. */
async function isInstalledByHand(folder) {
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
