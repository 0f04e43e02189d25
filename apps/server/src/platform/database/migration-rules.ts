import { outsideMark, statementsOf } from './migration-files.ts';

/** A comment before a statement that says why it is harmless here; it lifts every objection to it. */
const reason = /^\s*-- safe: \S.{10,}$/m;

interface Rule {
  applies: RegExp;
  /** Where the statement fits this, it is all right. */
  unless?: RegExp;
  /** A table that the same migration makes is empty, and nobody uses it. */
  onlyForOlderTables: boolean;
  objection: string;
}

const name = String.raw`(?:only )?(?:if exists )?(?:"?public"?\.)?"?(\w+)"?`;
const alter = `^alter table ${name}`;

const rules: Rule[] = [
  {
    applies: new RegExp(`${alter}.* drop (?:column )?(?!constraint|default|not null)`),
    onlyForOlderTables: true,
    objection: 'takes a column away that the former version may use',
  },
  {
    applies: new RegExp(`^drop table ${name}`),
    onlyForOlderTables: true,
    objection: 'takes a table away that the former version may use',
  },
  {
    applies: new RegExp(`${alter}.* rename `),
    onlyForOlderTables: true,
    objection: 'renames what the former version calls by its old name',
  },
  {
    applies: new RegExp(`${alter}.* add column .* not null`),
    unless: / default | generated /,
    onlyForOlderTables: true,
    objection: 'adds a column that rows of the former version do not fill: give it a default',
  },
  {
    applies: new RegExp(`${alter}.* set not null`),
    onlyForOlderTables: true,
    objection:
      'reads the whole table while everybody waits, and rows of the former version may fail',
  },
  {
    applies: new RegExp(String.raw`${alter}.* alter (?:column )?\S+ (?:set data )?type `),
    onlyForOlderTables: true,
    objection: 'writes the whole table anew while everybody waits',
  },
  {
    applies: new RegExp(`${alter}.* add (?:constraint .* )?(?:check|foreign key)`),
    unless: / not valid;?$/,
    onlyForOlderTables: true,
    objection: 'reads the whole table while everybody waits: add it NOT VALID, validate it later',
  },
  {
    applies: new RegExp(`${alter}.* add (?:constraint .* )?(?:unique|primary key)`),
    unless: / using index /,
    onlyForOlderTables: true,
    objection: 'builds an index while everybody waits: build it concurrently, then USING INDEX',
  },
  {
    applies:
      /^create (?:unique )?index (?!concurrently ).*?\bon (?:only )?(?:"?public"?\.)?"?(\w+)"?/,
    onlyForOlderTables: true,
    objection: 'keeps everybody from writing while the index is built: build it concurrently',
  },
  {
    applies: new RegExp(`^(?:update|delete from) ${name}`),
    onlyForOlderTables: true,
    objection: 'holds many rows until the migration ends: let a job do it in batches',
  },
  {
    applies: /^(?:vacuum full|cluster|lock table|lock|reindex (?!.*concurrently)|truncate)\b/,
    onlyForOlderTables: false,
    objection: 'makes everybody wait',
  },
];

/** What a migration must not do while the former version serves, one sentence for each statement. */
export function objectionsTo(text: string): string[] {
  const statements = statementsOf(text);
  const made = new Set(statements.map(plain).flatMap((one) => createdTable.exec(one)?.[1] ?? []));
  return [
    ...statements
      .filter((statement) => !reason.test(statement))
      .flatMap((statement) => {
        const found = ruleAgainst(plain(statement), made);
        return found ? [`${start(statement)} ${found.objection}`] : [];
      }),
    ...objectionsToConcurrence(text, statements.map(plain)),
  ];
}

const createdTable = /^create table (?:if not exists )?(?:"?public"?\.)?"?(\w+)"?/;
const concurrentIndex = /^create (?:unique )?index concurrently "?(\w+)"?/;

function ruleAgainst(statement: string, made: ReadonlySet<string>): Rule | undefined {
  return rules.find(({ applies, unless, onlyForOlderTables }) => {
    const match = applies.exec(statement);
    if (!match || unless?.test(statement)) return false;
    return !(onlyForOlderTables && made.has(match[1] ?? ''));
  });
}

/** Such an index cannot be taken back: half built it stays, and has to go before the next try. */
function objectionsToConcurrence(text: string, statements: string[]): string[] {
  const isOutside = text.startsWith(`${outsideMark}\n`);
  const objections = statements.flatMap((statement, place) => {
    const index = concurrentIndex.exec(statement)?.[1];
    if (!index) {
      const isDrop = statement.startsWith('drop index concurrently if exists ');
      return isOutside && !isDrop
        ? [`${start(statement)} must be in a migration of its own, inside of a transaction`]
        : [];
    }
    const before = statements[place - 1] ?? '';
    const isCleared = new RegExp(`^drop index concurrently if exists "?${index}"?;?$`).test(before);
    return isCleared ? [] : [`${index} needs DROP INDEX CONCURRENTLY IF EXISTS right before it`];
  });
  if (!isOutside && statements.some((statement) => / concurrently /.test(statement))) {
    objections.push(`what is done concurrently needs the first line «${outsideMark}»`);
  }
  return objections;
}

/** Without comments, in small letters, on one line. */
function plain(statement: string): string {
  return statement
    .replace(/^\s*--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

function start(statement: string): string {
  return `«${plain(statement).slice(0, 60)}»`;
}
