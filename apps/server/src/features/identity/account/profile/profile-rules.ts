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

type Field = keyof BasicInfo;
type Problem = NameProblem | DateOfBirthProblem;
type Decision<FieldProblem> =
  | { kind: 'changed'; changes: Partial<BasicInfo> }
  | { kind: 'unchanged' }
  | { kind: 'invalid'; fields: Partial<Record<Field, FieldProblem>> };

export type BasicInfoChange = Decision<Problem> | { kind: 'locked'; fields: Field[] };

export type Correction = Decision<Problem | 'required' | 'not_locked_yet'>;

const setOnceFields = ['first_name', 'last_name', 'date_of_birth'] as const;

/** Decides on a change by the owner, who can set each field only once. */
export function decideBasicInfoChange(
  stored: BasicInfo,
  given: BasicInfo,
  today: string,
): BasicInfoChange {
  const different = differentFields(stored, given);
  const locked = different.filter((field) => stored[field] !== null);
  if (locked.length > 0) return { kind: 'locked', fields: locked };
  return decide(different, given, (field) => problemOf(field, given[field], today));
}

/** Decides on a correction by an operator, who can correct only fields that the owner has set. */
export function decideCorrection(stored: BasicInfo, given: BasicInfo, today: string): Correction {
  return decide(differentFields(stored, given), given, (field) => {
    if (stored[field] === null) return 'not_locked_yet';
    return given[field] === null ? 'required' : problemOf(field, given[field], today);
  });
}

function differentFields(stored: BasicInfo, given: BasicInfo): Field[] {
  return setOnceFields.filter((field) => given[field] !== stored[field]);
}

function decide<FieldProblem>(
  different: Field[],
  given: BasicInfo,
  check: (field: Field) => FieldProblem | undefined,
): Decision<FieldProblem> {
  if (different.length === 0) return { kind: 'unchanged' };
  const fields: Partial<Record<Field, FieldProblem>> = {};
  for (const field of different) {
    const problem = check(field);
    if (problem) fields[field] = problem;
  }
  if (Object.keys(fields).length > 0) return { kind: 'invalid', fields };
  const changes = Object.fromEntries(different.map((field) => [field, given[field]]));
  return { kind: 'changed', changes };
}

function problemOf(field: Field, value: string | null, today: string): Problem | undefined {
  if (value === null) return undefined;
  return field === 'date_of_birth' ? dateOfBirthProblem(value, today) : nameProblem(value);
}
