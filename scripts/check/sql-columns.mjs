import { parseSync } from '@swc/core';

/** Words that may follow a table without being its alias. */
const keywords = new Set(
  'as on using where set inner left cross join order group having limit union for returning values select'.split(
    ' ',
  ),
);
const mayImportTables = /(-(repository|tables?)|\/index)\.ts$/;

/** The tables that a source defines: constant, SQL name and columns. */
export function tablesIn(source) {
  const tables = [];
  walk(parse(source), ({ type, id, init }) => {
    if (type !== 'VariableDeclarator' || init?.callee?.value !== 'pgTable') return;
    const [name, columns] = init.arguments.map(({ expression }) => expression);
    const keys = columns.properties.map(({ key }) => key.value);
    tables.push({ constant: id.value, name: name.value, columns: new Set(keys) });
  });
  return tables;
}

/**
 * Finds tables or columns of other features that a source names as plain text, which would still
 * compile after a rename. `own` are the tables of its feature, `others` the tables of all other
 * features.
 */
export function untypedNames(path, source, { own, others }) {
  const module = parse(source);
  const locals = importsOf(module);
  const imported = others
    .filter(({ constant }) => locals.has(constant))
    .map((table) => ({ ...table, constant: locals.get(table.constant) }));
  if (!mayImportTables.test(path) && imported.length > 0) {
    return imported.map(({ constant }) =>
      faultAt(source, constant, 'may be used in a repository only'),
    );
  }
  const statements = statementsIn(module);
  const allText = statements.map(({ text }) => text).join('\n');
  const aliases = aliasesIn(allText);
  const foreign = {
    tables: without(
      new Set(others.map(({ name }) => name)),
      own.map(({ name }) => name),
    ),
    columns: without(columnsOf(imported), [...columnsOf(own), ...aliases]),
    aliases: aliasesOf(imported, module, allText),
  };
  return statements.flatMap(({ text, raw }) => {
    const read = imported.filter(({ constant }) => text.includes(`⟦${constant}⟧`));
    const unqualified = without(columnsOf(read), aliasesIn(text));
    return wordsOf(text)
      .filter(
        ({ word, qualifier }) =>
          foreign.tables.has(qualifier ?? word) ||
          foreign.aliases.has(qualifier) ||
          foreign.columns.has(word) ||
          (qualifier === undefined && unqualified.has(word)),
      )
      .map(({ word, qualifier }) =>
        faultAt(
          source,
          raw,
          `«${qualifier ? `${qualifier}.` : ''}${word}» is plain text; use typed columns that its owner publishes`,
        ),
      );
  });
}

function parse(source) {
  return parseSync(source, { syntax: 'typescript', target: 'es2024' });
}

function walk(node, visit) {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  else if (node && typeof node === 'object') {
    visit(node);
    for (const value of Object.values(node)) walk(value, visit);
  }
}

/** Imported names and their local names. */
function importsOf(module) {
  const imports = module.body.filter(({ type }) => type === 'ImportDeclaration');
  const names = imports.flatMap(({ specifiers }) => specifiers);
  return new Map(names.map(({ imported, local }) => [(imported ?? local).value, local.value]));
}

/** Every SQL text, without comments and strings, with its interpolated tables. */
function statementsIn(module) {
  const statements = [];
  const add = ({ quasis, expressions }) => {
    const holes = expressions.map(({ value }) => `⟦${value ?? ''}⟧`);
    const text = quasis.map(({ raw }, index) => `${raw}${holes[index] ?? ''}`).join('');
    const plain = text.replace(/--.*$/gm, '').replace(/'[^']*'/g, "''");
    statements.push({ text: plain, raw: quasis[0].raw });
  };
  walk(module, (node) => {
    if (node.type === 'TaggedTemplateExpression' && node.tag.value === 'sql') add(node.template);
    if (node.type !== 'CallExpression' || node.callee.property?.value !== 'raw') return;
    for (const { expression } of node.arguments) {
      if (expression.type === 'TemplateLiteral') add(expression);
      if (expression.type === 'StringLiteral')
        add({ quasis: [{ raw: expression.value }], expressions: [] });
    }
  });
  return statements;
}

/** Aliases of the text: `as name`, `as name(column, column)`. */
function aliasesIn(text) {
  const names = new Set();
  for (const [, name, columns = ''] of text.matchAll(/\bas\s+(\w+)(?:\s*\(([^()]*)\))?/g)) {
    names.add(name);
    for (const [column] of columns.matchAll(/\w+/g)) names.add(column);
  }
  return names;
}

function aliasesOf(imported, module, text) {
  const aliases = new Set();
  for (const { constant } of imported) {
    for (const [, name] of text.matchAll(new RegExp(`⟦${constant}⟧\\s+(?:as\\s+)?(\\w+)`, 'g'))) {
      if (!keywords.has(name)) aliases.add(name);
    }
  }
  walk(module, (node) => {
    if (node.type !== 'CallExpression' || node.callee.value !== 'alias') return;
    const [table, name] = node.arguments.map(({ expression }) => expression);
    if (imported.some(({ constant }) => constant === table.value)) aliases.add(name.value);
  });
  return aliases;
}

function columnsOf(tables) {
  return new Set(tables.flatMap(({ columns }) => [...columns]));
}

function without(names, removed) {
  return names.difference(new Set(removed));
}

/** The words of a statement that may be names: no types, functions or aliases. */
function wordsOf(text) {
  const named = /(?<!::|\w|[.⟦])(?<!\bas\s+)(?:([a-z_]\w*)\.)?([a-z_]\w*|\*)(?!\w|\s*\(|\.|⟧)/g;
  return [...text.matchAll(named)].map(([, qualifier, word]) => ({ qualifier, word }));
}

function faultAt(source, text, problem) {
  return { line: source.slice(0, source.indexOf(text)).split('\n').length, problem };
}
