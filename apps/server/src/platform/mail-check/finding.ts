/** `note`: nothing is wrong, and something is worth knowing. `unknown`: it could not be found out. */
export type FindingState = 'ok' | 'note' | 'missing' | 'wrong' | 'unknown';

/** A record as it is entered where the domain is managed. */
export interface DnsRecord {
  name: string;
  type: 'TXT' | 'MX' | 'PTR' | 'A';
  value: string;
}

/** What was found out about one thing, and what to do about it. */
export interface Finding {
  about: string;
  state: FindingState;
  says: string;
  /** Where the domain is managed, unless `says` names another place. */
  enter?: readonly DnsRecord[];
}

export function isFine({ state }: Finding): boolean {
  return state === 'ok' || state === 'note';
}

const indent = ' '.repeat(10);

/** A finding as lines for people. */
export function findingLines({ about, state, says, enter = [] }: Finding): string[] {
  return [
    `${state.padEnd(8)}  ${about}: ${says}`,
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
