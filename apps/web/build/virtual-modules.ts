import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '@zavet/contract/endpoint';
import { type EndpointName, endpoints } from '@zavet/contract/endpoints';
import { limits } from '@zavet/contract/limits';
import { defaultLocale } from '@zavet/contract/locales';
import { textFigures } from '@zavet/contract/text-figures';
import type { Plugin } from 'vite';

/** A module `virtual:<name>` generated at build time. */
function virtualModule(name: string, source: string): Plugin {
  const id = `virtual:${name}`;
  return {
    name,
    resolveId: (requested) => (requested === id ? `\0${id}` : undefined),
    load: (requested) => (requested === `\0${id}` ? source : undefined),
  };
}

const allCalls = Object.keys(endpoints) as EndpointName[];

/**
 * Generates method, path and body kind of the endpoints, so that the schemas and their library are
 * not part of the first load. A page with few calls lists them in `calls`; its lazy modules may use
 * a second list.
 */
export function endpointAddresses(
  calls: readonly EndpointName[] = allCalls,
  name = 'endpoint-addresses',
): Plugin {
  return virtualModule(name, sourceOfAddresses(calls));
}

/** The source has one line per endpoint; object literals would be a third larger. */
function sourceOfAddresses(calls: readonly EndpointName[]): string {
  const lines = calls.map((call) => {
    const { method, path, body, output }: Endpoint = endpoints[call];
    return [call, method, path, kindOf(output) ?? 'json', kindOf(body)].filter(Boolean).join(' ');
  });
  // ES2018 syntax only, because the recipient's page also uses this code.
  return `export const addresses = {};
for (const line of ${JSON.stringify(lines.join('\n'))}.split('\\n')) {
  const [call, method, path, output, body] = line.split(' ');
  addresses[call] = { method, path, output, body };
}`;
}

/** The kind of a body that is not JSON; undefined for a schema, which only the server checks. */
function kindOf(part: Endpoint['body'] | Endpoint['output']): 'bytes' | 'html' | undefined {
  return typeof part === 'string' ? part : undefined;
}

const texts = fileURLToPath(
  new URL(`../../../packages/locales/${defaultLocale}/`, import.meta.url),
);

/**
 * Numbers mentioned in texts of the interface, as constants. Computing them in the browser would
 * load half of the contract.
 */
export function textFiguresModule(): Plugin {
  const named = namesInTexts();
  const figures = Object.entries({ ...limits, ...textFigures }).filter(([name]) => named.has(name));
  const source = JSON.stringify(Object.fromEntries(figures));
  return virtualModule('text-figures', `export const figures = ${source};`);
}

function namesInTexts(): Set<string> {
  const files = globSync('*.json', { cwd: texts });
  const all = files.map((file) => readFileSync(`${texts}${file}`, 'utf8')).join();
  return new Set(Array.from(all.matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name ?? ''));
}
