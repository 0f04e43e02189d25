const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Callers may send any word as a method, and each would be a series of its own. */
export function methodLabel(method: string): string {
  return methods.has(method) ? method : 'other';
}

/** `2xx` for 204. */
export function statusClass(status: number): string {
  return status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other';
}
