import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '@zavet/contract/endpoint';
import { type EndpointName, endpoints } from '@zavet/contract/endpoints';
import { limits } from '@zavet/contract/limits';
import { defaultLocale } from '@zavet/contract/locales';
import { textFigures } from '@zavet/contract/text-figures';
import type { Plugin } from 'vite';

/** A module `virtual:<name>` that is written while building. */
function virtualModule(name: string, source: string): Plugin {
  const id = `virtual:${name}`;
  return {
    name,
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    load: (asked) => (asked === `\0${id}` ? source : undefined),
  };
}

const allCalls = Object.keys(endpoints) as EndpointName[];

/**
 * Of an endpoint the browser needs only its address and whether it moves a file or a page. Taking
 * that from the contract at build time keeps every schema, and the library behind them, out of the
 * first load. A page that makes only a few calls names them, and what it imports late may have its own.
 */
export function endpointAddresses(
  calls: readonly EndpointName[] = allCalls,
  name = 'endpoint-addresses',
): Plugin {
  return virtualModule(name, sourceOfAddresses(calls));
}

/** A line of words for each: written out as objects they would weigh a third more. */
function sourceOfAddresses(calls: readonly EndpointName[]): string {
  const lines = calls.map((call) => {
    const { method, path, body, output }: Endpoint = endpoints[call];
    return [call, method, path, kindOf(output) ?? 'json', kindOf(body)].filter(Boolean).join(' ');
  });
  // Only what browsers of 2018 know: the page of recipients has it too.
  return `export const addresses = {};
for (const line of ${JSON.stringify(lines.join('\n'))}.split('\\n')) {
  const [call, method, path, output, body] = line.split(' ');
  addresses[call] = { method, path, output, body };
}`;
}

/** A shape is checked by the server; the browser only has to know what is not one. */
function kindOf(part: Endpoint['body'] | Endpoint['output']): 'bytes' | 'html' | undefined {
  return typeof part === 'string' ? part : undefined;
}

const texts = fileURLToPath(
  new URL(`../../../packages/locales/${defaultLocale}/`, import.meta.url),
);

/**
 * The figures that texts of screens name, as they are. Computing them in the browser would bring
 * half of the contract's rules into the first load.
 */
export function textFiguresOnly(): Plugin {
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
