import { endpoints } from '@zavet/contract/endpoints';
import type { Plugin } from 'vite';

const name = 'virtual:endpoint-addresses';

/**
 * Of an endpoint the browser needs only its address. Taking that from the contract at build time
 * keeps every schema, and the library behind them, out of the first load.
 */
export function endpointAddresses(): Plugin {
  return {
    name: 'endpoint-addresses',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? sourceOfAddresses() : undefined),
  };
}

function sourceOfAddresses(): string {
  const addresses = Object.entries(endpoints).map(([call, { method, path, output }]) => [
    call,
    { method, path, output: output === 'html' ? 'html' : 'json' },
  ]);
  return `export const addresses = ${JSON.stringify(Object.fromEntries(addresses))};`;
}
