import { expect, it } from 'vitest';
import { reachOf } from './shared-files.ts';

const imports: Record<string, string[]> = {
  start: ['router', 'theme'],
  router: ['link', 'start'],
  link: [],
  theme: [],
  login: ['field', 'theme'],
  field: ['label'],
  label: [],
};

const reach = (...entries: string[]) =>
  [...reachOf(entries, (module) => imports[module] ?? [])].toSorted();

it('follows imports to their end, also in a circle', () => {
  expect(reach('start')).toEqual(['link', 'router', 'start', 'theme']);
});

it('takes what several modules reach together, and nothing else', () => {
  expect(reach('login', 'theme')).toEqual(['field', 'label', 'login', 'theme']);
});
