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

/** The tab an address asks for; the profile where it asks for nothing we know. */
export function settingsTabOf(value: unknown): SettingsTab {
  return settingsTabs.find((tab) => tab === value) ?? 'profile';
}
