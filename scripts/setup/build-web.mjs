import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildOnce } from './build-once.mjs';
import { compressFolder } from './compress.mjs';
import { projectEnvironment } from './node.mjs';
import { run } from './process.mjs';
import { inProject, SetupError } from './project.mjs';

const web = inProject('apps', 'web');
const dist = join(web, 'dist');
const workshop = join(web, '.cache', 'build');

const inputs = [
  'apps/web',
  'packages/contract',
  'packages/locales',
  'packages/texts',
  'package-lock.json',
  'scripts/setup/build-web.mjs',
  'scripts/setup/compress.mjs',
];

/** Builds the web application into apps/web/dist, unless nothing changed since the last build. */
export function buildWeb(node) {
  const builtStamp = () => readFile(join(dist, '.stamp'), 'utf8').catch(() => undefined);
  return buildOnce(inputs, builtStamp, (stamp) => build(node, stamp));
}

/** Only a whole result takes the place of the last one: a killed build leaves it untouched. */
async function build(node, stamp) {
  console.log('Building the web application.');
  const fresh = join(workshop, 'fresh');
  const previous = join(workshop, 'previous');
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { recursive: true });

  for (const config of ['vite.config.ts', 'vite.delivery.config.ts']) {
    const options = ['--config', config, '--outDir', fresh, '--logLevel', 'warn'];
    const env = projectEnvironment({ NODE_ENV: 'production' });
    const code = await run(node, [viteCommand(), 'build', ...options], { cwd: web, env });
    if (code !== 0) throw new SetupError('The web application could not be built; see above.');
  }
  await compressFolder(fresh);
  await writeFile(join(fresh, '.stamp'), stamp);

  await rename(dist, previous).catch(ignoreMissing);
  await rename(fresh, dist);
  await rm(workshop, { recursive: true, force: true });
}

/** The application pins its own Vite; the one at the root belongs to the test runner. */
export function viteCommand() {
  const manifest = createRequire(join(web, 'package.json')).resolve('vite/package.json');
  return join(manifest, '..', 'bin', 'vite.js');
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}
