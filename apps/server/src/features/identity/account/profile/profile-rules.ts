import {
  type DateOfBirthProblem,
  dateOfBirthProblem,
  type NameProblem,
  nameProblem,
} from '@zavet/contract/identity/account-rules';

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
    const problem = problemOf(field, given[field], today);
    if (problem) fields[field] = problem;
  }
  if (Object.keys(fields).length > 0) return { kind: 'invalid', fields };
  return {
    kind: 'changed',
    changes: Object.fromEntries(different.map((field) => [field, given[field]])),
  };
}

function problemOf(
  field: keyof BasicInfo,
  value: string | null,
  today: string,
): NameProblem | DateOfBirthProblem | undefined {
  if (value === null) return undefined;
  return field === 'date_of_birth' ? dateOfBirthProblem(value, today) : nameProblem(value);
}

type CorrectionProblem = NameProblem | DateOfBirthProblem | 'required' | 'not_locked_yet';

export type Correction =
  | { kind: 'changed'; changes: Partial<BasicInfo> }
  | { kind: 'unchanged' }
  | { kind: 'invalid'; fields: Partial<Record<keyof BasicInfo, CorrectionProblem>> };

/** What an operator's correction does. What the owner has not set yet, the owner sets. */
export function decideCorrection(stored: BasicInfo, given: BasicInfo, today: string): Correction {
  const different = setOnceFields.filter((field) => given[field] !== stored[field]);
  if (different.length === 0) return { kind: 'unchanged' };
  const fields: Partial<Record<keyof BasicInfo, CorrectionProblem>> = {};
  for (const field of different) {
    const value = given[field];
    const missing = stored[field] === null ? 'not_locked_yet' : 'required';
    const isPresent = stored[field] !== null && value !== null;
    const problem = isPresent ? problemOf(field, value, today) : missing;
    if (problem) fields[field] = problem;
  }
  if (Object.keys(fields).length > 0) return { kind: 'invalid', fields };
  return {
    kind: 'changed',
    changes: Object.fromEntries(different.map((field) => [field, given[field]])),
  };
}
