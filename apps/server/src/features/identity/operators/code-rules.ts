import { deskTimings, operatorCodeTries } from '@zavet/contract/desk/desk-values';

interface CodeState {
  wrong_codes: number;
  locked_until: Date | null;
}

export function isLocked({ locked_until }: Pick<CodeState, 'locked_until'>, now: Date): boolean {
  return locked_until !== null && locked_until > now;
}

/** Another wrong code: the last of several locks for a while, and counting begins anew. */
export function afterWrongCode(
  { wrong_codes }: Pick<CodeState, 'wrong_codes'>,
  now: Date,
): CodeState {
  const failures = wrong_codes + 1;
  if (failures < operatorCodeTries) return { wrong_codes: failures, locked_until: null };
  return { wrong_codes: 0, locked_until: new Date(now.getTime() + deskTimings.codeLock) };
}
