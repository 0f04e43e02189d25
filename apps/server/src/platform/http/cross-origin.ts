const writingMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const ownSites = new Set([undefined, 'same-origin', 'none']);

interface OriginHeaders {
  origin: string | undefined;
  secFetchSite: string | undefined;
}

/** Whether a browser on another site may have been tricked into sending this write. */
export function isForeignWrite(
  method: string,
  headers: OriginHeaders,
  ownOrigins: ReadonlySet<string>,
): boolean {
  if (!writingMethods.has(method)) return false;
  if (headers.origin !== undefined) return !ownOrigins.has(headers.origin);
  return !ownSites.has(headers.secFetchSite);
}
