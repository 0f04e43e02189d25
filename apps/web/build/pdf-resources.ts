import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const name = 'virtual:pdf-resources';
const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

/** Below /assets/, which is cached permanently; a new version has a new path. */
const address = `assets/pdfjs-${version}`;

/**
 * Files that the PDF reader fetches by name on demand. WebAssembly is left out, because our content
 * security policy forbids it.
 */
const resourceFolders = [
  ['cmaps', /\.bcmap$/],
  ['standard_fonts', /\.(pfb|ttf)$/],
  ['wasm', /_nowasm_fallback\.js$/],
] as const;

/** Serves fonts, character maps and image decoders of the PDF reader from our own origin. */
export function pdfResources({ areEmitted = false } = {}): Plugin {
  return {
    name: 'pdf-resources',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? `export const pdfResources = ${JSON.stringify(`/${address}/`)};`
        : undefined,
    generateBundle() {
      if (areEmitted) return;
      for (const path of resourcePaths()) {
        this.emitFile({ type: 'asset', fileName: `${address}/${path}`, source: read(path) });
      }
    },
    configureServer(server) {
      const paths = new Set(resourcePaths());
      server.middlewares.use(`/${address}`, (request, response, next) => {
        const path = request.url?.slice(1) ?? '';
        if (!paths.has(path)) return next();
        if (path.endsWith('.js')) response.setHeader('content-type', 'text/javascript');
        response.end(read(path));
      });
    },
  };
}

function resourcePaths(): string[] {
  return resourceFolders.flatMap(([folder, ending]) =>
    readdirSync(join(dirname(manifest), folder))
      .filter((file) => ending.test(file) || file.startsWith('LICENSE'))
      .map((file) => `${folder}/${file}`),
  );
}

function read(path: string): Buffer {
  return readFileSync(join(dirname(manifest), path));
}
