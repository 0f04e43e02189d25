const longestText = 1_000;

/** Text in quotes of any kind, but for names; and numbers that are no part of a name or a placeholder. */
const values = /\$(\w*)\$[\s\S]*?\$\1\$|[eE]?'(?:[^']|'')*'|(?<![\w$.])\d+(?:\.\d+)?\b/g;

/** A statement without any value in it: most have none, but nobody promises that. */
export function withoutValues(statement: string): string {
  return statement.replace(values, '?').replace(/\s+/g, ' ').trim().slice(0, longestText);
}

/** Its first word, as a name for it. */
export function operationOf(statement: string): string {
  return /^\s*\(?\s*([a-z]+)/i.exec(statement)?.[1]?.toUpperCase() ?? 'STATEMENT';
}
