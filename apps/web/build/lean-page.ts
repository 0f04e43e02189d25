import type { IndexHtmlTransformContext, Plugin } from 'vite';

/**
 * For a page that counts its bytes and its round trips: its styles stand in it, without the variables
 * of the design that no rule of it uses, and what is imported late is imported as it stands, because
 * nothing of that has a style of its own to wait for.
 */
export function leanPage(): Plugin {
  return {
    name: 'lean-page',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null,
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        withStyles(html, bundle).replace('</head>', `${withoutScript}</head>`),
    },
  };
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/** Puts the style sheets that a page names into it, and takes them out of the bundle. */
function withStyles(html: string, bundle: Bundle): string {
  return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, name: string) => {
    const file = bundle[name];
    if (file?.type !== 'asset') return link;
    delete bundle[name];
    // The nonce is the server's to write.
    const style = withSystemTheme(withoutUnusedVariables(String(file.source).trim()));
    return `<style nonce="__CSP_NONCE__">${style}</style>`;
  });
}

/** What waits for a script is left out where none runs. */
const withoutScript =
  '<noscript><style nonce="__CSP_NONCE__">.waiting{display:none}.unopened{visibility:visible;animation:none}</style></noscript>';

/** The colours of the dark theme for who has not chosen, without a script that says so first. */
export function withSystemTheme(style: string): string {
  return style.replace(
    /:root\[data-theme="?dark"?\]\{([^}]*)\}/,
    (rule, colours: string) =>
      `${rule}@media (prefers-color-scheme:dark){:root:not([data-theme]){${colours}}}`,
  );
}

/** Again and again: one variable may have been used by another one alone. */
export function withoutUnusedVariables(style: string): string {
  const used = new Set([...style.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const kept = style.replace(/(--[\w-]+):[^;{}]*(;|(?=\}))/g, (declaration, name: string) =>
    used.has(name) ? declaration : '',
  );
  return kept === style ? kept : withoutUnusedVariables(kept);
}
