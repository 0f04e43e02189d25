import type { Plugin } from 'vite';

/**
 * Lets the browser cache modules, which do not change during a test run. Every test file starts in
 * a new frame, which would otherwise revalidate a thousand modules.
 */
export function cacheModules(): Plugin {
  return {
    name: 'kept-modules',
    configureServer({ middlewares }) {
      middlewares.use((_, response, next) => {
        const setHeader = response.setHeader.bind(response);
        response.setHeader = (name, value) =>
          setHeader(name, value === 'no-cache' ? 'max-age=3600' : value);
        next();
      });
    },
  };
}

/**
 * In development, serves `/<name>` and all paths below it from `<name>.html`, as our server does.
 */
export function servePages(...names: string[]): Plugin {
  return {
    name: 'own-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [, name] = /^\/([\w-]+)(?=[/?]|$)/.exec(request.url ?? '') ?? [];
        if (name !== undefined && names.includes(name)) request.url = `/${name}.html`;
        next();
      });
    },
  };
}
