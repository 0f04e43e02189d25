import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { limits } from '@zavet/contract/limits';
import { defaultLocale } from '@zavet/contract/locales';
import { textFigures } from '@zavet/contract/text-figures';
import type { Plugin } from 'vite';
import { virtualModule } from './virtual-module.ts';

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
