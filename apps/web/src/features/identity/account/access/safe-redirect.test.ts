import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

test('keeps a path of this site with its query and fragment', () => {
  expect(safeRedirect('/settings?tab=plan#top')).toBe('/settings?tab=plan#top');
});

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/\n/evil.example',
  'javascript:alert(1)',
  'settings',
  '',
  '/.//evil.example',
  undefined,
  42,
])('refuses %j as a redirect', (target) => {
  expect(safeRedirect(target)).toBeUndefined();
});

test('never redirects back to the sign-in screen', () => {
  expect(safeRedirect('/login?redirect=/login')).toBeUndefined();
});
