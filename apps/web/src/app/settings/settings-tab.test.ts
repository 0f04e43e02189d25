import { expect, test } from 'vitest';
import { settingsTabOf, settingsTabs } from './settings-tab.ts';

test.each(settingsTabs)('an address can select the tab %s', (tab) => {
  expect(settingsTabOf(tab)).toBe(tab);
});

test.each([undefined, '', 'secrets', 'Profile', 7])('%s selects the profile', (value) => {
  expect(settingsTabOf(value)).toBe('profile');
});
