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

it('follows imports transitively, including cycles', () => {
  expect(reach('start')).toEqual(['link', 'router', 'start', 'theme']);
});

it('returns only modules reached from all entries', () => {
  expect(reach('login', 'theme')).toEqual(['field', 'label', 'login', 'theme']);
});
