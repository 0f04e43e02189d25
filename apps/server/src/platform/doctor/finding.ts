/** What was found out about one thing, in one sentence, and what to do about it. */
export interface Finding {
  about: string;
  state: 'ok' | 'warning' | 'wrong';
  says: string;
  todo?: string;
}

export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says });

export const warning = (about: string, says: string, todo: string): Finding => ({
  ...{ about, state: 'warning', says, todo },
});

export const wrong = (about: string, says: string, todo: string): Finding => ({
  ...{ about, state: 'wrong', says, todo },
});

const indent = ' '.repeat(9);

/** A finding as lines for people. */
export function findingLines({ about, state, says, todo }: Finding): string[] {
  return [`${state.padEnd(7)}  ${about}: ${says}`, ...(todo ? [`${indent}→ ${todo}`] : [])];
}

/** How it stands altogether. */
export function summaryOf(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length;
  const warnings = count('warning');
  const worth = warnings === 1 ? '1 warning' : `${warnings} warnings`;
  const isWrong = count('wrong');
  if (isWrong === 0) return `Nothing is wrong; ${worth}.`;
  return `${isWrong === 1 ? '1 thing is' : `${isWrong} things are`} wrong; ${worth}.`;
}
