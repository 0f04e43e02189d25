import type { Plugin } from 'vite';

/** A module `virtual:<name>` that is written while building. */
export function virtualModule(name: string, source: string): Plugin {
  const id = `virtual:${name}`;
  return {
    name,
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    load: (asked) => (asked === `\0${id}` ? source : undefined),
  };
}
