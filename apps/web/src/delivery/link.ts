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

/** Where the page stands once a delivery is open, or when none is. */
export function pathOf(deliveryId?: string): string {
  return deliveryId === undefined ? '/delivery' : `/delivery/${deliveryId}`;
}
