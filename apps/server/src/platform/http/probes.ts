/**
 * What proxies and monitors ask all the time: kept out of the limits of calls, of which they would use
 * up those of the proxy's address, and of the log and the traces.
 */
export const probePaths: ReadonlySet<string> = new Set([
  '/api/live',
  '/api/ready',
  '/api/serving',
  '/metrics',
]);
