/** What follows # reaches no server, no log and no referrer. */
export function linkWithSecret(
  publicUrl: string,
  path: string,
  secret: Record<string, string>,
): string {
  return `${linkTo(publicUrl, path)}#${new URLSearchParams(secret)}`;
}

/** The address of a page that a mail leads to. */
export function linkTo(
  publicUrl: string,
  path: string,
  query: Record<string, string> = {},
): string {
  const parameters = new URLSearchParams(query);
  const search = parameters.size > 0 ? `?${parameters}` : '';
  return `${publicUrl.replace(/\/+$/, '')}${path}${search}`;
}
