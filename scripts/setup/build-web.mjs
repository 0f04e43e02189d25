import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildOnce } from './build-once.mjs';
import { projectEnvironment } from './node.mjs';
import { run } from './process.mjs';
import { inProject, SetupError } from './project.mjs';

const web = inProject('apps', 'web');
const dist = join(web, 'dist');

const inputs = [
  'apps/web',
  'packages/contract',
  'packages/locales',
  'packages/texts',
  'package-lock.json',
  'scripts/setup/build-web.mjs',
  'scripts/setup/compress.mjs',
];

/** Builds the web application into apps/web/dist/current, unless nothing changed since the last build. */
export function buildWeb(node) {
  return buildOnce(dist, inputs, (folder) => build(node, folder));
}

async function build(node, folder) {
  console.log('Building the web application.');
  for (const config of ['vite.config.ts', 'vite.delivery.config.ts', 'vite.welcome.config.ts']) {
    const options = ['--config', config, '--outDir', folder, '--logLevel', 'warn'];
    const env = projectEnvironment({ NODE_ENV: 'production' });
    const code = await run(node, [viteCommand(), 'build', ...options], { cwd: web, env });
    if (code !== 0) throw new SetupError('The web application could not be built; see above.');
  }
  const { compressFolder } = await import('./compress.mjs');
  await compressFolder(folder);
}

/** The application pins its own Vite; the one at the root belongs to the test runner. */
export function viteCommand() {
  const manifest = createRequire(join(web, 'package.json')).resolve('vite/package.json');
  return join(manifest, '..', 'bin', 'vite.js');
}
