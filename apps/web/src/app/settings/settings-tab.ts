export const settingsTabs = ['profile', 'plan', 'security', 'protocol', 'privacy'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** Sections of the tab `privacy` with an address of their own. */
const dataSections = ['email', 'agreements'] as const;
export type DataSection = (typeof dataSections)[number];

/** The tab that an address shows, else the profile. The support has no entry in the tab strip. */
export function settingsTabOf(value: unknown): SettingsTab | 'support' {
  if (value === 'support') return value;
  if (dataSectionOf(value)) return 'privacy';
  return settingsTabs.find((tab) => tab === value) ?? 'profile';
}

export function dataSectionOf(value: unknown): DataSection | undefined {
  return dataSections.find((section) => section === value);
}
