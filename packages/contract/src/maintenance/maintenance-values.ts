/** What holds for planned maintenance; how far ahead people are told stands in `serviceTerms`. */
export const maintenanceTerms = {
  /** So much longer ahead it has to be planned: the mails need that time to reach everybody. */
  mailingHours: 6,
  longestHours: 24,
  /** Further ahead is a mistyped date. */
  furthestDays: 90,
} as const;

export const maintenanceStates = ['planned', 'under_way', 'over', 'called_off'] as const;
export type MaintenanceState = (typeof maintenanceStates)[number];
