import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const isOurs = (url) => url !== undefined && !url.includes('/node_modules/');

/** Packages that our own sources import, by the name they are imported with. */
const packages = new Map();

registerHooks({
  /**
   * Node reads the package.json of a package anew for every import of it. Some are long, and half of
   * a start went there. All our sources get the same package for the same name.
   */
  resolve(specifier, context, nextResolve) {
    const isPackage = !/^(\.|\/|#|node:|file:)/.test(specifier) && isOurs(context.parentURL);
    const known = isPackage ? packages.get(specifier) : undefined;
    if (known) return known;
    const resolved = nextResolve(specifier, context);
    if (isPackage) packages.set(specifier, { ...resolved, shortCircuit: true });
    return resolved;
  },

  /** Node strips types by itself, but knows no JSX: mails are translated when they are first needed. */
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
