import { parseSync } from 'oxc-parser';

/**
 * Wording that a reader has to decode, with the standard term to use instead. Checked in comments,
 * docs, test names and messages of the log.
 */
const refusedWording = [
  [/\b(some|no|every|any)body\b/i, 'name the role: owner, contact, recipient, operator, caller'],
  [/\b(whom|whoever|whomever|whatever|wherever)\b/i, 'name the role or the thing'],
  [/\b(those|anyone|everyone|he|they) who\b/i, 'name the role'],
  [/\b(hears?|heard|hearing) of\b/i, 'is notified of'],
  [/\b(is|are|was|were|be|been|being|gets?|not) told\b/i, 'is notified'],
  [/\b(lets?|letting) (\S+ )?know\b/i, 'notifies'],
  [/\bat once\b/i, 'immediately, or simultaneously'],
  [/\bfor (good|ever)\b|\bforever\b/i, 'permanently'],
  [/\bstand-?stills?\b/i, 'downtime'],
  [/\bsigns? of life\b/i, 'check-in, or activity'],
  [/\bstill[- ](here|there)\b/i, 'reconfirmation, or: still exists'],
  [/\byearly (question|check)s?\b/i, 'reconfirmation'],
  [/\b(brings?|bringing|brought) in\b/i, 'imports'],
  [/\b(takes?|taken|taking|took) along\b/i, 'exports'],
  [/\b(left|leaves?|leaving) open\b/i, 'stale, expired'],
  [/\b(runs?|running|ran) out\b(?! of)/i, 'expires'],
  [/\bpatience\b/i, 'timeout'],
  [/\bportions?\b/i, 'page, batch'],
  [/\b(whose|its|their|his) turn\b/i, 'claim, lease, lock'],
  [/\b(lets?|letting) (\S+ )?(go|leave)\b/i, 'releases'],
  [/\b(puts?|putting) off\b/i, 'postpones'],
  [/\b(calls?|called|calling) off\b/i, 'cancels'],
  [/\b(gives?|given|giving|gave) back\b/i, 'refunds, or returns'],
  [/\bnowhere\b/i, 'unknown, none'],
  [/\b(lies?|lying) (in|on|at|beside|there|aside)\b/i, 'is in, is stored in'],
  [/\bsays? of (it|them)sel(f|ves)\b/i, 'declares'],
  [/\bis none of\b/i, 'does not concern, is not'],
  [/\bkeeps? (\S+ )?apart\b/i, 'separates'],
  [/\bnone the (less|wiser)\b/i, 'still'],
].map(([pattern, instead]) => ({ pattern, instead }));

/** A sentence that starts like a question hides its subject. */
const questionWord = /^(what|who|whom|whose|whether|where|how)\b/i;
const questionName = /^(what|who|whom|whose|whether|how)(?=[A-Z]|$)|^where(?=[A-Z])/;
const statement = 'start with the subject or the verb';

const testCall = /^(it|test|describe)$/;

/** Findings `{ line, text, instead }` of a module. */
export function findingsInModule(path, source) {
  const { program, comments } = parseSync(path, source);
  const findings = [];
  const report = (start, text, instead) =>
    findings.push({ line: lineAt(source, start), text, instead });
  for (const { value, start } of comments) {
    const text = value.replace(/^\s*\*+ ?/gm, '').trim();
    if (text.startsWith('biome-ignore') || text.startsWith('@')) continue;
    for (const finding of findingsIn(text, { isComment: true })) {
      report(start, finding.text, finding.instead);
    }
  }
  visit(program, (node) => {
    const name = declaredName(node);
    if (name && questionName.test(name)) report(node.start, name, statement);
    for (const text of sentencesOf(node)) {
      for (const finding of findingsIn(text)) report(node.start, finding.text, finding.instead);
    }
  });
  return findings;
}

/** Findings of a page of documentation; code is not read. */
export function findingsInPage(source) {
  const prose = source
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)\s]*\)/g, blank)
    .replace(/«[^»]*»/g, blank);
  return prose
    .split('\n')
    .flatMap((text, index) => findingsIn(text).map((finding) => ({ line: index + 1, ...finding })));
}

export function findingsIn(text, { isComment = false } = {}) {
  const findings = refusedWording.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text);
    return found ? [{ text: found[0], instead }] : [];
  });
  const [question] = (isComment && questionWord.exec(text)) || [];
  return question ? [{ text: question, instead: statement }, ...findings] : findings;
}

/** Names of tests, and messages for the log. */
function sentencesOf(node) {
  if (node.type !== 'CallExpression') return [];
  const { callee } = node;
  const texts = node.arguments.map(textOf).filter((text) => text !== undefined);
  if (testCall.test(rootName(callee))) return texts.slice(0, 1);
  const isLog =
    callee.type === 'MemberExpression' && /(^|\.)log$/.test(rootName(callee.object, true));
  return isLog ? texts : [];
}

function rootName(node, isPath = false) {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'CallExpression') return rootName(node.callee, isPath);
  if (node.type === 'TaggedTemplateExpression') return rootName(node.tag, isPath);
  if (node.type !== 'MemberExpression') return '';
  return isPath && node.property.type === 'Identifier'
    ? `${rootName(node.object, true)}.${node.property.name}`
    : rootName(node.object, isPath);
}

function textOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral')
    return node.quasis.map(({ value }) => value.cooked).join(' ');
  return undefined;
}

const declarations = new Set([
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'VariableDeclarator',
]);

function declaredName(node) {
  return declarations.has(node.type) ? node.id?.name : undefined;
}

function visit(node, look) {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, look);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  if (typeof node.type === 'string') look(node);
  for (const value of Object.values(node)) {
    if (value !== null && typeof value === 'object') visit(value, look);
  }
}

function blank(text) {
  return text.replace(/[^\n]/g, ' ');
}

function lineAt(source, start) {
  return source.slice(0, start).split('\n').length;
}
