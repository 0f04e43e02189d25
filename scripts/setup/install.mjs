import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { run } from './process.mjs';
import { hostEnvironment, inProject, root, SetupError } from './project.mjs';

const lockFile = inProject('package-lock.json');
const installedLockFile = inProject('node_modules', '.package-lock.json');
const stampFile = inProject('node_modules', '.zavet-installed');

/** Brings node_modules to what package-lock.json says; does nothing when it is there already. */
export async function install() {
  if (await isInstalled()) return;
  const { exclusively } = await import('./exclusive.mjs');
  await exclusively(
    root,
    async () => {
      if (await isInstalled()) return;
      if (!(await isInstalledByHand())) await installFromLock();
      await writeFile(stampFile, await wantedStamp());
    },
    () => console.log('Another process is setting up this folder; waiting for it.'),
  );
}

async function installFromLock() {
  console.log('Installing dependencies.');
  await rm(stampFile, { force: true });
  await rm(installedLockFile, { force: true });
  const code = await run('npm', ['ci', '--include=dev'], { env: hostEnvironment() });
  if (code !== 0) throw new SetupError('npm ci failed; its message is above.');
}

async function isInstalled() {
  const stamp = await readFile(stampFile, 'utf8').catch(() => undefined);
  return stamp !== undefined && stamp === (await wantedStamp());
}

async function wantedStamp() {
  const hash = createHash('sha256').update(await readFile(lockFile));
  return hash.update(`${process.platform} ${process.arch}`).digest('hex');
}

/** Whether someone's own `npm install` already brought exactly the locked versions. */
async function isInstalledByHand() {
  const installed = await packagesOf(installedLockFile).catch(() => undefined);
  if (!installed) return false;
  const wanted = Object.entries(await packagesOf(lockFile));
  return wanted.every(([path, { version, optional, link }]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    return found ? link || found.version === version : optional === true;
  });
}

async function packagesOf(file) {
  return JSON.parse(await readFile(file, 'utf8')).packages;
}
