import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { buildOnce } from './build-folders.mjs';
import { filesIn } from './fingerprint.mjs';
import { installNode } from './install.mjs';
import { run } from './process.mjs';
import { inProject, projectEnvironment, SetupError } from './project.mjs';

const server = inProject('apps', 'server');
const web = inProject('apps', 'web');
const commonInputs = [
  'packages/contract',
  'packages/locales',
  'packages/texts',
  'package-lock.json',
  'scripts/setup/build.mjs',
];

/** Installs and builds server and web application where needed, and returns the project's Node. */
export async function buildProduct() {
  const node = await installNode();
  await buildServer(node);
  await buildWeb(node);
  return node;
}

/** Builds the server into apps/server/dist/current, unless its inputs are unchanged. */
export async function buildServer(node) {
  const inputs = [
    ...['apps/server/src', 'apps/server/build.mjs', 'packaging/commands.txt'],
    ...commonInputs,
  ];
  await buildOnce(join(server, 'dist'), inputs, async (folder) => {
    console.log('Building the server.');
    const options = { cwd: server, env: projectEnvironment() };
    const code = await run(node, ['build.mjs', folder], options);
    if (code !== 0) throw new SetupError('The server could not be built; see above.');
  });
}

/** Builds the web application into apps/web/dist/current, unless its inputs are unchanged. */
async function buildWeb(node) {
  await buildOnce(join(web, 'dist'), ['apps/web', ...commonInputs], async (folder) => {
    console.log('Building the web application.');
    for (const config of ['vite.config.ts', 'vite.delivery.config.ts', 'vite.welcome.config.ts']) {
      const options = ['--config', config, '--outDir', folder, '--logLevel', 'warn'];
      const env = projectEnvironment({ NODE_ENV: 'production' });
      const code = await run(node, [viteCommand(), 'build', ...options], { cwd: web, env });
      if (code !== 0) throw new SetupError('The web application could not be built; see above.');
    }
    await compressFolder(folder);
  });
}

/**
 * The path of the Vite that the web application pins; the one at the root belongs to the test
 * runner.
 */
export function viteCommand() {
  const manifest = createRequire(join(web, 'package.json')).resolve('vite/package.json');
  return join(manifest, '..', 'bin', 'vite.js');
}

const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.webmanifest', '.map']);
/** Smaller files are not compressed: they fit into one packet. */
const minimumBytes = 1024;

const encodings = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY,
        [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: zlib.Z_BEST_COMPRESSION }),
};

/**
 * Writes `.br` and `.gz` beside every file that becomes smaller. HTML is left out: each response
 * has its own nonce, so its bytes differ from the file.
 */
export async function compressFolder(folder) {
  const files = (await filesIn(folder)).filter((file) => compressible.has(extname(file)));
  await Promise.all(files.map(compressFile));
}

async function compressFile(file) {
  const bytes = await readFile(file);
  if (bytes.length < minimumBytes) return;
  for (const [suffix, encode] of Object.entries(encodings)) {
    const encoded = await encode(bytes);
    if (encoded.length < bytes.length) await writeFile(`${file}${suffix}`, encoded);
  }
}
