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
