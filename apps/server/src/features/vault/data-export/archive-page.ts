import { formatPhone } from '@zavet/contract/formats';
import type {
  ArchiveData,
  ArchivedContact,
  ArchivedFile,
  ArchivedInstruction,
} from '@zavet/contract/vault/archive-schema';
import type { FileRemovalReason } from '@zavet/contract/vault/instruction-values';
import { definitionList, html, Markup, type PageSection } from '../../../platform/page-markup.ts';
import { recordSections } from './archive-page-records.ts';
import type { ArchiveWords } from './archive-words.ts';

/** `index.html` of an archive: works offline, without scripts, and in print. */
export function renderArchivePage(data: ArchiveData, words: ArchiveWords): string {
  const sections = [...contentSections(data, words), ...recordSections(data, words)];
  const contents = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  const page = html`<!doctype html>
<html lang="${words.locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.say('title')}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<header>
<h1>${words.say('title')}</h1>
<p>${words.say('made', { date: words.moment(data.made_at) })}</p>
<p>${words.say('offline')}</p>
<p class="private">${words.say('private')}</p>
</header>
<nav aria-label="${words.say('contents')}"><ol>${contents}</ol></nav>
<main>
${sections.map(({ id, title, body }) => html`<section id="${id}"><h2>${title}</h2>\n${body}</section>\n`)}</main>
</body>
</html>
`;
  return page.text;
}

const style = `
:root{color-scheme:light dark;--text:#22302b;--quiet:#5a6861;--line:#e6dfd3;--page:#fbf8f3;--card:#fff;--link:#1f5a46}
@media (prefers-color-scheme:dark){:root{--text:#ece7dd;--quiet:#a9b2ac;--line:#343d39;--page:#171b19;--card:#1f2523;--link:#8cd0b1}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:52rem;padding:1.5rem 1rem 4rem;background:var(--page);color:var(--text);font:1.0625rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1,h2,h3{font-family:Literata,Georgia,serif}
h1{font-size:1.9rem;line-height:1.25;margin:.5rem 0 1rem}
h2{font-size:1.3rem;margin:2.5rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--line)}
h3{font-size:1.1rem;margin:0 0 .5rem}
p{margin:.5rem 0}
a{color:var(--link)}
.private{font-weight:600}
.quiet{color:var(--quiet)}
article{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem;margin:0 0 1rem}
dl{display:grid;grid-template-columns:minmax(7rem,13rem) 1fr;gap:.25rem 1rem;margin:.5rem 0}
dt{color:var(--quiet)}
dd{margin:0;white-space:pre-line}
.text{white-space:pre-wrap;margin:.75rem 0}
ul{margin:.25rem 0;padding-left:1.2rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.92rem;overflow-wrap:normal}
th{white-space:nowrap}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}
@media (max-width:30rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
@media print{:root{--text:#000;--quiet:#333;--line:#999;--page:#fff;--card:#fff;--link:#000}body{max-width:none;padding:0}nav{display:none}article{break-inside:avoid-page;border-width:0 0 1px;border-radius:0;padding:0 0 .75rem}}
`;

function contentSections(data: ArchiveData, words: ArchiveWords): PageSection[] {
  const { say } = words;
  return [
    { id: 'profile', title: say('sections.profile'), body: renderProfile(data, words) },
    {
      id: 'instructions',
      title: say('sections.instructions'),
      body: html`${
        data.instructions.length === 0
          ? html`<p class="quiet">${say('nothing')}</p>`
          : data.instructions.map((one) => renderInstruction(one, data.contacts, words))
      }`,
    },
    {
      id: 'contacts',
      title: say('sections.contacts'),
      body: html`${
        data.contacts.length === 0
          ? html`<p class="quiet">${say('nothing')}</p>`
          : data.contacts.map((one) => renderContact(one, words))
      }`,
    },
    { id: 'rules', title: say('sections.rules'), body: renderRules(data, words) },
    {
      id: 'check-ins',
      title: say('sections.checkIns'),
      body: definitionList([
        [
          say('fields.frequency'),
          words.name('check-ins', 'card.frequencies', data.check_ins.frequency),
        ],
        [say('fields.status'), words.name('check-ins', 'card.states', data.check_ins.state)],
      ]),
    },
  ];
}

function renderProfile({ profile: own }: ArchiveData, words: ArchiveWords): Markup {
  const { say } = words;
  return definitionList([
    [say('fields.name'), own.full_name],
    [say('fields.email'), own.user_email],
    [say('fields.phone'), own.phone && formatPhone(own.phone)],
    [say('fields.dateOfBirth'), own.date_of_birth && words.day(own.date_of_birth)],
    [say('fields.language'), say(`language.${own.preferred_language}`)],
    [say('fields.pin'), words.yesOrNo(own.has_pin)],
    [say('fields.created'), words.moment(own.created_at)],
  ]);
}

function renderContact(one: ArchivedContact, words: ArchiveWords): Markup {
  const { say } = words;
  return html`<article><h3>${one.name}</h3>
${one.is_unreadable ? html`<p>${say('unreadable')}</p>` : ''}${definitionList([
  [say('fields.status'), words.name('contacts', 'status', one.status)],
  [say('fields.email'), one.email],
  [say('fields.phone'), one.phone && formatPhone(one.phone)],
  [say('fields.relationship'), one.relationship],
  [say('fields.category'), words.name('contacts', 'categories', one.category)],
  [say('fields.address'), one.address],
  [say('fields.notes'), one.notes],
  [say('fields.invitation_note'), one.invitation_note],
  [say('fields.language'), say(`language.${one.preferred_language}`)],
  [say('fields.minor'), one.guardian_consent_at && words.moment(one.guardian_consent_at)],
  [say('fields.created'), words.moment(one.created_at)],
])}</article>
`;
}

function renderInstruction(
  one: ArchivedInstruction,
  contacts: readonly ArchivedContact[],
  words: ArchiveWords,
): Markup {
  const { say } = words;
  const named = one.trusted_contact_ids.flatMap(
    (id) => contacts.find((contact) => contact.id === id)?.name ?? [],
  );
  const other = [one.recipient_name, one.recipient_email].filter(Boolean).join(', ');
  const expected = one.expected_files.map(({ file_name }) => file_name);
  const removed = (because: FileRemovalReason) =>
    one.removed_files
      .filter(({ reason }) => reason === because)
      .map(({ file_name }) => file_name)
      .join('\n');
  return html`<article><h3>${one.title || one.id}</h3>
${definitionList([
  [say('fields.recipients'), [...named, other].filter(Boolean).join('\n')],
  [say('fields.category'), words.name('instructions', 'categories', one.category)],
  [say('fields.priority'), words.name('instructions', 'priorities', one.priority)],
  [say('fields.created'), words.moment(one.created_at)],
  [say('fields.updated'), words.moment(one.updated_at)],
  [say('fields.reviewed'), words.moment(one.reviewed_at)],
  [say('fields.expectedFiles'), expected.join('\n')],
  [say('fields.removedFiles'), removed('no_space')],
  [say('fields.lostFiles'), removed('lost')],
])}
${one.is_unreadable ? html`<p>${say('unreadable')}</p>` : html`<div class="text">${one.content}</div>`}
${one.files.length > 0 ? renderFiles(one.files, words) : ''}</article>
`;
}

function renderFiles(list: readonly ArchivedFile[], words: ArchiveWords): Markup {
  const items = list.map(({ file_name, path, size_bytes }) =>
    path === null
      ? html`<li>${file_name} <span class="quiet">(${words.say('missing')})</span></li>`
      : html`<li><a href="${encodePath(path)}">${file_name}</a> <span class="quiet">${words.size(size_bytes)}</span></li>`,
  );
  return html`<p class="quiet">${words.say('fields.files')}</p><ul>${items}</ul>`;
}

function renderRules({ protocol_rules: own }: ArchiveData, words: ArchiveWords): Markup {
  const { say } = words;
  const { pending, second_address, veto_code_created_at } = own;
  return definitionList([
    [say('fields.waiting'), words.hours(own.waiting_hours)],
    [say('fields.second'), words.yesOrNo(own.needs_second)],
    [
      say('fields.waitingLater'),
      pending && `${words.moment(pending.from)}: ${words.hours(pending.waiting_hours)}`,
    ],
    [say('fields.secondAddress'), second_address?.email],
    [say('fields.vetoCode'), veto_code_created_at && words.moment(veto_code_created_at)],
  ]);
}

export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
