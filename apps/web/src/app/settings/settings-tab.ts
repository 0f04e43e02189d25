export const settingsTabs = [
  'profile',
  'plan',
  'security',
  'privacy',
  'email',
  'protocol',
  'agreements',
  'support',
] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** The tab named in an address, else the profile. */
export function settingsTabOf(value: unknown): SettingsTab {
  return settingsTabs.find((tab) => tab === value) ?? 'profile';
}
