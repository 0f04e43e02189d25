const placeholderOrigin = 'https://own.invalid';

/**
 * The path to open after signing in, if it belongs to this site. Refuses everything that a browser
 * would read as another origin (`//host`, `/\host`, a scheme, control characters).
 */
export function safeRedirect(target: unknown): string | undefined {
  if (typeof target !== 'string' || !/^\/(?![/\\])/.test(target)) return undefined;
  if (!URL.canParse(target, placeholderOrigin)) return undefined;
  const url = new URL(target, placeholderOrigin);
  if (url.origin !== placeholderOrigin || url.pathname.startsWith('//')) return undefined;
  if (url.pathname === '/login') return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
