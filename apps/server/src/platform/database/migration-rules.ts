/** The first line of a migration that runs outside of a transaction. */
export const outsideTransactionLine = '-- outside of a transaction';

export function isOutsideTransaction(text: string): boolean {
  return text.startsWith(`${outsideTransactionLine}\n`);
}

export function statementsOf(text: string): string[] {
  return text.split('--> statement-breakpoint').filter((statement) => statement.trim() !== '');
}

/** A comment with the reason why a statement is safe. It exempts the statement from all rules. */
const safeComment = /^\s*-- safe: \S.{10,}$/m;

interface Rule {
  applies: RegExp;
  /** Exempts matching statements. */
  unless?: RegExp;
  /** Exempts tables created by the same migration: they are empty and unused. */
  onlyForOlderTables: boolean;
  objection: string;
}

const tableName = String.raw`(?:only )?(?:if exists )?(?:"?public"?\.)?"?(\w+)"?`;
const alterTable = `^alter table ${tableName}`;

const rules: Rule[] = [
  {
    applies: new RegExp(`${alterTable}.* drop (?:column )?(?!constraint|default|not null)`),
    onlyForOlderTables: true,
    objection: 'drops a column that the previous version may use',
  },
  {
    applies: new RegExp(`^drop table ${tableName}`),
    onlyForOlderTables: true,
    objection: 'drops a table that the previous version may use',
  },
  {
    applies: new RegExp(`${alterTable}.* rename `),
    onlyForOlderTables: true,
    objection: 'renames something that the previous version uses under its old name',
  },
  {
    applies: new RegExp(`${alterTable}.* add column .* not null`),
    unless: / default | generated /,
    onlyForOlderTables: true,
    objection: 'adds a column that the previous version does not fill: give it a default',
  },
  {
    applies: new RegExp(`${alterTable}.* set not null`),
    onlyForOlderTables: true,
    objection: 'scans the table under an exclusive lock, and rows of the previous version may fail',
  },
  {
    applies: new RegExp(String.raw`${alterTable}.* alter (?:column )?\S+ (?:set data )?type `),
    onlyForOlderTables: true,
    objection: 'rewrites the table under an exclusive lock',
  },
  {
    applies: new RegExp(`${alterTable}.* add (?:constraint .* )?(?:check|foreign key)`),
    unless: / not valid;?$/,
    onlyForOlderTables: true,
    objection: 'scans the table under an exclusive lock: add it NOT VALID, validate it later',
  },
  {
    applies: new RegExp(`${alterTable}.* add (?:constraint .* )?(?:unique|primary key)`),
    unless: / using index /,
    onlyForOlderTables: true,
    objection: 'builds an index under an exclusive lock: build it concurrently, then USING INDEX',
  },
  {
    applies:
      /^create (?:unique )?index (?!concurrently ).*?\bon (?:only )?(?:"?public"?\.)?"?(\w+)"?/,
    onlyForOlderTables: true,
    objection: 'blocks writes while the index is built: build it concurrently',
  },
  {
    applies: new RegExp(`^(?:update|delete from) ${tableName}`),
    onlyForOlderTables: true,
    objection: 'locks many rows until the migration ends: let a job do it in batches',
  },
  {
    applies: /^(?:vacuum full|cluster|lock table|lock|reindex (?!.*concurrently)|truncate)\b/,
    onlyForOlderTables: false,
    objection: 'blocks all other statements',
  },
];

/**
 * Returns the objections to a migration, at most one per statement. During a migration, the
 * previous version of the program still runs.
 */
export function objectionsTo(text: string): string[] {
  const statements = statementsOf(text);
  const created = new Set(
    statements.map(normalize).flatMap((one) => createdTable.exec(one)?.[1] ?? []),
  );
  return [
    ...statements
      .filter((statement) => !safeComment.test(statement))
      .flatMap((statement) => {
        const found = violatedRule(normalize(statement), created);
        return found ? [`${excerptOf(statement)} ${found.objection}`] : [];
      }),
    ...concurrencyObjections(text, statements.map(normalize)),
  ];
}

const createdTable = /^create table (?:if not exists )?(?:"?public"?\.)?"?(\w+)"?/;
const concurrentIndex = /^create (?:unique )?index concurrently "?(\w+)"?/;

function violatedRule(statement: string, created: ReadonlySet<string>): Rule | undefined {
  return rules.find(({ applies, unless, onlyForOlderTables }) => {
    const match = applies.exec(statement);
    if (!match || unless?.test(statement)) return false;
    return !(onlyForOlderTables && created.has(match[1] ?? ''));
  });
}

/**
 * Checks the concurrent statements of a migration. A failed index build leaves an invalid index,
 * which a retry must drop first.
 */
function concurrencyObjections(text: string, statements: string[]): string[] {
  const isOutside = isOutsideTransaction(text);
  const objections = statements.flatMap((statement, position) => {
    const index = concurrentIndex.exec(statement)?.[1];
    if (!index) {
      const isDrop = statement.startsWith('drop index concurrently if exists ');
      return isOutside && !isDrop
        ? [`${excerptOf(statement)} must be in another migration, inside of a transaction`]
        : [];
    }
    const before = statements[position - 1] ?? '';
    const isCleared = new RegExp(`^drop index concurrently if exists "?${index}"?;?$`).test(before);
    return isCleared ? [] : [`${index} needs DROP INDEX CONCURRENTLY IF EXISTS right before it`];
  });
  if (!isOutside && statements.some((statement) => / concurrently /.test(statement))) {
    objections.push(`concurrent statements need the first line «${outsideTransactionLine}»`);
  }
  return objections;
}

/** Returns the statement without comments, in lower case, on one line. */
function normalize(statement: string): string {
  return statement
    .replace(/^\s*--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

function excerptOf(statement: string): string {
  return `«${normalize(statement).slice(0, 60)}»`;
}
