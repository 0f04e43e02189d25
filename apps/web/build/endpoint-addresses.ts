import type { Endpoint } from '@zavet/contract/endpoint';
import { type EndpointName, endpoints } from '@zavet/contract/endpoints';
import type { Plugin } from 'vite';

const usualName = 'virtual:endpoint-addresses';
const allCalls = Object.keys(endpoints) as EndpointName[];

/**
 * Of an endpoint the browser needs only its address and whether it moves a file or a page. Taking
 * that from the contract at build time keeps every schema, and the library behind them, out of the
 * first load. A page that makes only a few calls names them, and what it imports late may have its own.
 */
export function endpointAddresses(
  calls: readonly EndpointName[] = allCalls,
  name = usualName,
): Plugin {
  return {
    name: 'endpoint-addresses',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? sourceOfAddresses(calls) : undefined),
  };
}

function sourceOfAddresses(calls: readonly EndpointName[]): string {
  const addresses = calls.map((call) => {
    const { method, path, body, output }: Endpoint = endpoints[call];
    return [call, { method, path, body: kindOf(body), output: kindOf(output) ?? 'json' }];
  });
  return `export const addresses = ${JSON.stringify(Object.fromEntries(addresses))};`;
}

/** A shape is checked by the server; the browser only has to know what is not one. */
function kindOf(part: Endpoint['body'] | Endpoint['output']): 'bytes' | 'html' | undefined {
  return typeof part === 'string' ? part : undefined;
}
