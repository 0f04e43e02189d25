/**
 * `note`: fine, and worth knowing. `missing`: a record is to be entered. `unknown`: it could not be
 * looked up.
 */
export type FindingState = 'ok' | 'note' | 'warning' | 'missing' | 'wrong' | 'unknown';

/** A record as it is entered where the domain is managed. */
export interface DnsRecord {
  name: string;
  type: 'TXT' | 'MX' | 'PTR' | 'A';
  value: string;
}

/** The result of a check in one sentence, and the next step. */
export interface Finding {
  about: string;
  state: FindingState;
  says: string;
  todo?: string;
  /** To be entered where the domain is managed, unless `says` names another place. */
  enter?: readonly DnsRecord[];
}

export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says });

export const warning = (about: string, says: string, todo: string): Finding => ({
  ...{ about, state: 'warning', says, todo },
});

export const wrong = (about: string, says: string, todo: string): Finding => ({
  ...{ about, state: 'wrong', says, todo },
});

export function isFine({ state }: Finding): boolean {
  return state === 'ok' || state === 'note';
}

/** A finding as lines for people; `width` is that of the longest state of the report. */
export function findingLines(finding: Finding, width: number): string[] {
  const { about, state, says, todo, enter = [] } = finding;
  const indent = ' '.repeat(width + 2);
  return [
    `${state.padEnd(width)}  ${about}: ${says}`,
    ...(todo ? [`${indent}→ ${todo}`] : []),
    ...enter.map(
      ({ name, type, value }) => `${indent}enter  ${name}.  ${type}  ${shown(type, value)}`,
    ),
  ];
}

/** One string of a TXT record holds 255 characters at most. */
const longestString = 255;

function shown(type: DnsRecord['type'], value: string): string {
  if (type !== 'TXT') return `${value}.`;
  const strings = value.match(new RegExp(`.{1,${longestString}}`, 'g')) ?? [];
  return strings.map((one) => `"${one}"`).join(' ');
}

export function summaryOf(findings: readonly Finding[]): string {
  const count = (state: FindingState) => findings.filter((one) => one.state === state).length;
  const warnings = count('warning');
  const worth = warnings === 1 ? '1 warning' : `${warnings} warnings`;
  const isWrong = count('wrong');
  if (isWrong === 0) return `Nothing is wrong; ${worth}.`;
  return `${isWrong === 1 ? '1 thing is' : `${isWrong} things are`} wrong; ${worth}.`;
}
