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
 * Method, path and body kind of the endpoints. Generating them keeps the schemas and their library
 * out of the first load. A page with few calls lists them; its lazy modules may have a list of
 * their own.
 */
export function endpointAddresses(
  calls: readonly EndpointName[] = allCalls,
  name = 'endpoint-addresses',
): Plugin {
  return virtualModule(name, sourceOfAddresses(calls));
}

/** One line per endpoint; as object literals they would be a third larger. */
function sourceOfAddresses(calls: readonly EndpointName[]): string {
  const lines = calls.map((call) => {
    const { method, path, body, output }: Endpoint = endpoints[call];
    return [call, method, path, kindOf(output) ?? 'json', kindOf(body)].filter(Boolean).join(' ');
  });
  // ES2018 syntax only: the recipient's page uses it too.
  return `export const addresses = {};
for (const line of ${JSON.stringify(lines.join('\n'))}.split('\\n')) {
  const [call, method, path, output, body] = line.split(' ');
  addresses[call] = { method, path, output, body };
}`;
}

/** The server checks JSON; the browser only needs to know other kinds. */
function kindOf(part: Endpoint['body'] | Endpoint['output']): 'bytes' | 'html' | undefined {
  return typeof part === 'string' ? part : undefined;
}

const texts = fileURLToPath(
  new URL(`../../../packages/locales/${defaultLocale}/`, import.meta.url),
);

/**
 * Figures mentioned by texts of the interface, as constants. Computing them in the browser
 * would load half of the contract.
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
