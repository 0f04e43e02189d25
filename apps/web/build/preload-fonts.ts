import type { Plugin } from 'vite';

const firstFaces = /(golos-text|literata)-(cyrillic|latin)-wght-normal-[\w-]+\.woff2$/;

/** The faces of the first screen start loading with the page instead of after its style sheet. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => firstFaces.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head',
            attrs: {
              rel: 'preload',
              href: `/${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: '',
            },
          })),
    },
  };
}
