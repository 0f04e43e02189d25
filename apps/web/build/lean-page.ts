import type { Plugin } from 'vite';

/**
 * For a page that counts its bytes: what is imported late is imported as it stands, because nothing
 * of it has a style of its own to wait for, and variables of the design that no rule of the page
 * uses are left out.
 */
export function leanPage(): Plugin {
  return {
    name: 'lean-page',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null,
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && /(^|\/)delivery-[^/]*\.css$/.test(file.fileName)) {
          file.source = withoutUnusedVariables(String(file.source));
        }
      }
    },
  };
}

/** Again and again: one variable may have been used by another one alone. */
export function withoutUnusedVariables(style: string): string {
  const used = new Set([...style.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const kept = style.replace(/(--[\w-]+):[^;{}]*(;|(?=\}))/g, (declaration, name: string) =>
    used.has(name) ? declaration : '',
  );
  return kept === style ? kept : withoutUnusedVariables(kept);
}
