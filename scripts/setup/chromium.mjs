import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withLock } from './exclusive.mjs';
import { outputOf, run } from './process.mjs';
import { inProject, projectEnvironment, SetupError } from './project.mjs';

/** The headless shell comes first, because journeys take a third less time in it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const debianPackages = ['chromium-headless-shell', 'chromium'];

/** The path of a working Chromium; installs one where possible. */
export async function chromium(node) {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (works(given)) return given;
    throw new SetupError(`CHROMIUM_PATH is ${given}, but no browser starts there.`);
  }
  const installed =
    findOnPath() ??
    playwrightChromium(node) ??
    (await installDebianChromium()) ??
    (await installWithPlaywright(node));
  if (installed) return installed;
  throw new SetupError(
    'The journeys need Chromium, and neither apt-get nor Playwright could install it (see above): install it, or set CHROMIUM_PATH.',
  );
}

/**
 * The path of a Chromium on PATH; installs Debian's where possible. Independent of the project's
 * packages, so it can run while they are installed.
 */
export async function installDebianChromium() {
  if (process.env.CHROMIUM_PATH) return undefined;
  return findOnPath() ?? withLock('chromium', async () => findOnPath() ?? installWithApt());
}

function findOnPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path) && works(path));
}

/**
 * True if the program prints a version: some distributions have placeholder commands without a
 * browser.
 */
function works(path) {
  return /\d+\.\d+\.\d+/.test(outputOf(path, ['--version']) ?? '');
}

async function installWithApt() {
  if (!outputOf('apt-get', ['--version'])) return undefined;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && outputOf('sudo', ['-n', 'true']) === undefined) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args) => {
    const command = ['apt-get', '-q', '-o', 'DPkg::Lock::Timeout=300', ...args];
    const [first, ...rest] = isRoot ? command : ['sudo', '-n', '-E', ...command];
    return run(first, rest, { env });
  };
  console.log('Installing Chromium with apt-get.');
  await aptGet('update');
  for (const name of debianPackages) {
    await aptGet('install', '-y', '--no-install-recommends', name, 'fonts-liberation');
    const installed = findOnPath();
    if (installed) return installed;
  }
  return undefined;
}

async function installWithPlaywright(node) {
  console.log('Installing Chromium with Playwright.');
  const command = inProject('node_modules', '.bin', 'playwright');
  await run(command, ['install', 'chromium'], { env: projectEnvironment() });
  return playwrightChromium(node);
}

function playwrightChromium(node) {
  const script = "import('playwright-core').then((p) => console.log(p.chromium.executablePath()))";
  const path = outputOf(node, ['--eval', script], projectEnvironment());
  return path && existsSync(path) && works(path) ? path : undefined;
}
