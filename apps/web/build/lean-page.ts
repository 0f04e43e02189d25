import type { IndexHtmlTransformContext, Plugin } from 'vite';

/**
 * Makes a page small: inlines its styles without unused design variables, and leaves dynamic
 * imports as they are, because their modules have no styles.
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

/** Inlines the style sheets that a page names, and removes them from the bundle. */
function withStyles(html: string, bundle: Bundle): string {
  return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, name: string) => {
    const file = bundle[name];
    if (file?.type !== 'asset') return link;
    delete bundle[name];
    // The server fills in the nonce.
    const style = withSystemTheme(withoutUnusedVariables(String(file.source).trim()));
    return `<style nonce="__CSP_NONCE__">${style}</style>`;
  });
}

/** Drops elements that only a script would use on a page without scripts. */
const withoutScript =
  '<noscript><style nonce="__CSP_NONCE__">.waiting{display:none}.unopened{visibility:visible;animation:none}</style></noscript>';

/** Applies the dark colours by media query if no theme is chosen, without a script. */
export function withSystemTheme(style: string): string {
  return style.replace(
    /:root\[data-theme="?dark"?\]\{([^}]*)\}/,
    (rule, colours: string) =>
      `${rule}@media (prefers-color-scheme:dark){:root:not([data-theme]){${colours}}}`,
  );
}

/** Recursive, because a variable may be used only by another variable that is unused. */
export function withoutUnusedVariables(style: string): string {
  const used = new Set([...style.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const kept = style.replace(/(--[\w-]+):[^;{}]*(;|(?=\}))/g, (declaration, name: string) =>
    used.has(name) ? declaration : '',
  );
  return kept === style ? kept : withoutUnusedVariables(kept);
}
