/** Returns the token of a mailed link from the URL fragment, which browsers never send. */
export function tokenOf(hash: string): string | undefined {
  const token = hash.replace(/^#/, '').trim();
  return token === '' ? undefined : token;
}

/** Returns the id in `/delivery/<id>`, the path of a delivery opened earlier in this browser. */
export function deliveryIdOf(path: string): string | undefined {
  const [, id] = /^\/delivery\/([\w-]+)\/?$/.exec(path) || [];
  return id;
}

/**
 * Returns a query parameter. `letter`: the letter to show. `preview`: the previewed contact.
 * `from`: the screen to which a signed-in reader returns.
 */
export function paramOf(search: string, name: 'letter' | 'preview' | 'from'): string | undefined {
  const [, id] = new RegExp(`[?&]${name}=([\\w-]+)`).exec(search) || [];
  return id;
}

/** The path of this page, with the id of an opened delivery if there is one. */
export function pathOf(deliveryId?: string, from?: string): string {
  if (deliveryId === undefined) return '/delivery';
  return `/delivery/${deliveryId}${from ? `?from=${from}` : ''}`;
}

/** The path of the screen to return to; undefined for unknown screens. */
export function returnPathOf(from: string | undefined): string | undefined {
  return from === 'trusted-legacies' ? `/${from}` : undefined;
}

export function previewPathOf(contactId: string): string {
  return `${pathOf()}?preview=${contactId}`;
}

/** The path of one letter in the list at `home`. */
export function letterPathOf(home: string, letterId: string): string {
  return `${home}${home.indexOf('?') < 0 ? '?' : '&'}letter=${letterId}`;
}
