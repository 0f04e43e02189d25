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
