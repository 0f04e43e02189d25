const elsewhere = 'https://own.invalid';

/**
 * The path to go to after signing in, if it is one of ours. Anything that a browser would read as
 * another origin (`//host`, `/\host`, a scheme, control characters) is refused.
 */
export function safeRedirect(target: unknown): string | undefined {
  if (typeof target !== 'string' || !/^\/(?![/\\])/.test(target)) return undefined;
  if (!URL.canParse(target, elsewhere)) return undefined;
  const url = new URL(target, elsewhere);
  if (url.origin !== elsewhere || url.pathname.startsWith('//')) return undefined;
  if (url.pathname === '/login') return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
