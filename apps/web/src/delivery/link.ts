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

/** `letter` is the one to read of several, `preview` the contact whose page an owner looks at. */
export function namedIn(search: string, name: 'letter' | 'preview'): string | undefined {
  const [, id] = new RegExp(`[?&]${name}=([\\w-]+)`).exec(search) || [];
  return id;
}

/** Where the page stands once a delivery is open, or when none is. */
export function pathOf(deliveryId?: string): string {
  return deliveryId === undefined ? '/delivery' : `/delivery/${deliveryId}`;
}

export function previewPathOf(contactId: string): string {
  return `${pathOf()}?preview=${contactId}`;
}

/** One letter of those that stand at a path. */
export function letterPathOf(home: string, letterId: string): string {
  return `${home}${home.indexOf('?') < 0 ? '?' : '&'}letter=${letterId}`;
}
