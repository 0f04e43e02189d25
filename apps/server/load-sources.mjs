import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const isOurs = (url) => url !== undefined && !url.includes('/node_modules/');

/** Resolved packages by specifier. */
const packages = new Map();
/** Module formats by folder of a package. */
const formats = new Map();

/**
 * Node reads package.json again for every import, which took half of the start. So packages are resolved
 * once per specifier, and module formats once per folder.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL, conditions } = context;
    if (isOurs(parentURL)) return resolvePackageOnce(specifier, context, nextResolve);
    if (!/^\.\.?\/.*\.m?js$/.test(specifier) || !conditions.includes('import')) {
      return nextResolve(specifier, context);
    }
    const { href } = new URL(specifier, parentURL);
    const folder = href.slice(0, href.lastIndexOf('/')) + href.slice(href.lastIndexOf('.'));
    const format = formats.get(folder);
    if (format) return { url: href, format, shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    if (resolved.format && resolved.url === href) formats.set(folder, resolved.format);
    return resolved;
  },

  /** Node strips types but does not support JSX, which mails use. */
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context);
    const { transformSync } = require('esbuild');
    const path = fileURLToPath(url);
    const { code } = transformSync(readFileSync(path, 'utf8'), {
      loader: 'tsx',
      jsx: 'automatic',
      format: 'esm',
      sourcefile: path,
      sourcemap: 'inline',
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

function resolvePackageOnce(specifier, context, nextResolve) {
  const isPackage = !/^(\.|\/|#|node:|file:)/.test(specifier);
  const known = isPackage ? packages.get(specifier) : undefined;
  if (known) return known;
  const resolved = nextResolve(specifier, context);
  if (isPackage) packages.set(specifier, { ...resolved, shortCircuit: true });
  return resolved;
}
