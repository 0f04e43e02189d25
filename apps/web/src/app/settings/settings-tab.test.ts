import { expect, test } from 'vitest';
import { dataSectionOf, settingsTabOf, settingsTabs } from './settings-tab.ts';

test.each([...settingsTabs, 'support'])('an address can select the tab %s', (tab) => {
  expect(settingsTabOf(tab)).toBe(tab);
  expect(dataSectionOf(tab)).toBeUndefined();
});

test.each(['email', 'agreements'])('the address of %s selects its section of the data', (tab) => {
  expect(settingsTabOf(tab)).toBe('privacy');
  expect(dataSectionOf(tab)).toBe(tab);
});

test.each([undefined, '', 'secrets', 'Profile', 7])('%s selects the profile', (value) => {
  expect(settingsTabOf(value)).toBe('profile');
});
