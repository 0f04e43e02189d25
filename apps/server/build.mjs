import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

const processes = { serve: 'src/main.ts', worker: 'src/worker.ts' };
const described = await readFile(new URL('../../packaging/commands.txt', import.meta.url), 'utf8');
const commands = described.match(/^[a-z-]+/gm).filter((name) => !(name in processes));
const features = 'src/features';

/** Node caches compiled code beside the build; a read-only folder has no cache. */
const enableCache = `import { enableCompileCache } from 'node:module';
enableCompileCache(import.meta.dirname + '/compiled');
`;
const startOf = {
  ...byName(Object.keys(processes), (name) => `${enableCache}await import('./run-${name}.js');\n`),
  ...byName(
    commands,
    (name) => `${enableCache}const { command } = await import('./run-${name}.js');
const { runCommand } = await import('./run-command.js');
runCommand(command);
`,
  ),
};

const sources = { ...processes, ...byName(commands, (name) => `src/commands/${name}.ts`) };

const [folder, ...more] = process.argv.slice(2);

/**
 * `build.mjs <folder> [name=path…]`: bundles the server with its packages. Dynamic imports stay separate
 * chunks, so that a start loads only what it needs. All files are in one folder, because modules read
 * assets beside them. Further entries are for trials.
 */
const bundle = await rolldown({
  cwd: import.meta.dirname,
  input: {
    ...Object.fromEntries(Object.entries(sources).map(([name, source]) => [`run-${name}`, source])),
    'run-command': 'src/commands/run-command.ts',
    'search-thread-entry': `${features}/vault/instructions/search/search-thread-entry.ts`,
    'archive-parser-entry': `${features}/vault/data-export/archive-parser-entry.ts`,
    'parser-thread-entry': `${features}/mail/mailbox/reading/parser-thread-entry.ts`,
    ...Object.fromEntries(more.map((entry) => entry.split('='))),
  },
  platform: 'node',
  transform: { target: 'node24', define: { 'process.env.NODE_ENV': '"production"' } },
  plugins: [
    asset(`${features}/identity/account/passwords/common-passwords.txt`),
    ...['golos-text-400', 'golos-text-600', 'literata-600'].map((name) =>
      asset(`src/platform/pdf/${name}.ttf`),
    ),
    ...['golos-text', 'literata'].flatMap((name) =>
      ['cyrillic', 'latin'].map((script) => asset(`src/platform/pdf/${name}-${script}.woff2`)),
    ),
    colours(),
    starts(),
  ],
});
await bundle.write({
  dir: folder,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
await bundle.close();

function byName(names, sourceOf) {
  return Object.fromEntries(names.map((name) => [name, sourceOf(name)]));
}

/** Adds a start script per entry. */
function starts() {
  return {
    name: 'starts',
    buildStart() {
      for (const [name, source] of Object.entries(startOf)) {
        this.emitFile({ type: 'asset', fileName: `${name}.js`, source });
      }
    },
  };
}

/** The colour profile of PDF/A, at the path where the PDF library expects it. */
function colours() {
  return {
    name: 'colours',
    async buildStart() {
      const fileName = 'data/sRGB_IEC61966_2_1.icc';
      const writer = createRequire(import.meta.url).resolve('pdfkit');
      const source = await readFile(join(dirname(writer), fileName));
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** Copies a file that is read at run time. */
function asset(path) {
  return {
    name: 'asset',
    async buildStart() {
      const file = new URL(path, import.meta.url);
      const fileName = path.slice(path.lastIndexOf('/') + 1);
      this.emitFile({ type: 'asset', fileName, source: await readFile(file) });
    },
  };
}
