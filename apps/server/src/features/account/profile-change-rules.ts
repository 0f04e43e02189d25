import { type NameProblem, nameProblem } from '@zavet/contract/account/name-rules';
import { type DateOfBirthProblem, dateOfBirthProblem } from '@zavet/contract/account/profile-rules';

export interface BasicInfo {
  first_name: string | null;
  last_name: string | null;
  date_of_birth: string | null;
}

export type BasicInfoChange =
  | { kind: 'changed'; changes: Partial<BasicInfo> }
  | { kind: 'unchanged' }
  | { kind: 'locked'; fields: (keyof BasicInfo)[] }
  | { kind: 'invalid'; fields: Partial<Record<keyof BasicInfo, NameProblem | DateOfBirthProblem>> };

const setOnceFields = ['first_name', 'last_name', 'date_of_birth'] as const;

/** What a save does to fields that can be set once and never again. */
export function decideBasicInfoChange(
  stored: BasicInfo,
  given: BasicInfo,
  today: string,
): BasicInfoChange {
  const different = setOnceFields.filter((field) => given[field] !== stored[field]);
  if (different.length === 0) return { kind: 'unchanged' };
  const locked = different.filter((field) => stored[field] !== null);
  if (locked.length > 0) return { kind: 'locked', fields: locked };
  const fields: Record<string, NameProblem | DateOfBirthProblem> = {};
  for (const field of different) {
    const value = given[field];
    if (value === null) continue;
    const problem =
      field === 'date_of_birth' ? dateOfBirthProblem(value, today) : nameProblem(value);
    if (problem) fields[field] = problem;
  }
  if (Object.keys(fields).length > 0) return { kind: 'invalid', fields };
  return {
    kind: 'changed',
    changes: Object.fromEntries(different.map((field) => [field, given[field]])),
  };
}
