export interface BasicInfo {
  first_name: string | null;
  last_name: string | null;
  date_of_birth: string | null;
}

export const basicFields = ['first_name', 'last_name', 'date_of_birth'] as const;

/** What a save would set permanently: given now, not stored yet. */
export function fieldsLockedBySaving(stored: BasicInfo, given: BasicInfo): Partial<BasicInfo> {
  const fresh = basicFields.filter((field) => stored[field] === null && given[field] !== null);
  return Object.fromEntries(fresh.map((field) => [field, given[field]]));
}
