/** The token of a mailed link stands behind `#`, which browsers never send. */
export function tokenOf(hash: string): string | undefined {
  const token = hash.replace(/^#/, '').trim();
  return token === '' ? undefined : token;
}

/** `/delivery/<id>`: a delivery whose link was opened before in this browser. */
export function deliveryIdOf(path: string): string | undefined {
  const [, id] = /^\/delivery\/([\w-]+)\/?$/.exec(path) || [];
  return id;
}

/**
 * `letter` is the one to read of several, `preview` the contact whose page an owner looks at, `from`
 * the screen that a signed-in reader came from.
 */
export function namedIn(search: string, name: 'letter' | 'preview' | 'from'): string | undefined {
  const [, id] = new RegExp(`[?&]${name}=([\\w-]+)`).exec(search) || [];
  return id;
}

/** Where the page stands once a delivery is open, or when none is. */
export function pathOf(deliveryId?: string, from?: string): string {
  if (deliveryId === undefined) return '/delivery';
  return `/delivery/${deliveryId}${from ? `?from=${from}` : ''}`;
}

/** The screen of the application that readers may have come from, and go back to. */
export function screenNamed(from: string | undefined): string | undefined {
  return from === 'trusted-legacies' ? `/${from}` : undefined;
}

export function previewPathOf(contactId: string): string {
  return `${pathOf()}?preview=${contactId}`;
}

/** One letter of those that stand at a path. */
export function letterPathOf(home: string, letterId: string): string {
  return `${home}${home.indexOf('?') < 0 ? '?' : '&'}letter=${letterId}`;
}
