import type { Plugin } from 'vite';

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
