import type { Plugin } from 'vite';

/**
 * Every file of tests begins in a new frame, which would ask for a thousand modules whether they are
 * still the same. While tests run once, they are: the browser takes them from its cache.
 */
export function keptModules(): Plugin {
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

/** While developing, serves `/<name>` and everything below it from `<name>.html`, as our server does. */
export function ownPages(...names: string[]): Plugin {
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
