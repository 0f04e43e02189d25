import type {
  ArchiveData,
  ArchivedContact,
  ArchivedFile,
  ArchivedInstruction,
} from '@zavet/contract/data-export/archive-schema';
import { writtenPhone } from '@zavet/contract/written-phone';
import { facts, html, type Markup, type PageSection } from '../../../platform/page-markup.ts';
import { linkTo } from './archive-paths.ts';
import type { ArchiveWords } from './archive-words.ts';

/** What the owner has written and chosen. */
export function contentSections(data: ArchiveData, words: ArchiveWords): PageSection[] {
  const { say } = words;
  return [
    { id: 'profile', title: say('sections.profile'), body: profile(data, words) },
    {
      id: 'instructions',
      title: say('sections.instructions'),
      body: html`${
        data.instructions.length === 0
          ? html`<p class="quiet">${say('nothing')}</p>`
          : data.instructions.map((one) => instruction(one, data.contacts, words))
      }`,
    },
    {
      id: 'contacts',
      title: say('sections.contacts'),
      body: html`${
        data.contacts.length === 0
          ? html`<p class="quiet">${say('nothing')}</p>`
          : data.contacts.map((one) => contact(one, words))
      }`,
    },
    { id: 'rules', title: say('sections.rules'), body: rules(data, words) },
    {
      id: 'presence',
      title: say('sections.presence'),
      body: facts([
        [
          say('fields.frequency'),
          words.name('presence', 'card.frequencies', data.presence.frequency),
        ],
        [say('fields.status'), words.name('presence', 'card.states', data.presence.state)],
      ]),
    },
  ];
}

function profile({ profile: own }: ArchiveData, words: ArchiveWords): Markup {
  const { say } = words;
  return facts([
    [say('fields.name'), own.full_name],
    [say('fields.email'), own.user_email],
    [say('fields.phone'), own.phone && writtenPhone(own.phone)],
    [say('fields.dateOfBirth'), own.date_of_birth && words.day(own.date_of_birth)],
    [say('fields.language'), say(`language.${own.preferred_language}`)],
    [say('fields.pin'), yesOrNo(own.has_pin, words)],
    [say('fields.created'), words.moment(own.created_at)],
  ]);
}

function contact(one: ArchivedContact, words: ArchiveWords): Markup {
  const { say } = words;
  return html`<article><h3>${one.name}</h3>
${one.is_unreadable ? html`<p>${say('unreadable')}</p>` : ''}${facts([
  [say('fields.status'), words.name('contacts', 'status', one.status)],
  [say('fields.email'), one.email],
  [say('fields.phone'), one.phone && writtenPhone(one.phone)],
  [say('fields.relationship'), one.relationship],
  [say('fields.category'), words.name('contacts', 'categories', one.category)],
  [say('fields.address'), one.address],
  [say('fields.notes'), one.notes],
  [say('fields.language'), say(`language.${one.preferred_language}`)],
  [say('fields.minor'), one.guardian_consent_at && words.moment(one.guardian_consent_at)],
  [say('fields.created'), words.moment(one.created_at)],
])}</article>
`;
}

function instruction(
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
  const removed = one.removed_files.map(({ file_name }) => file_name);
  return html`<article><h3>${one.title || one.id}</h3>
${facts([
  [say('fields.recipients'), [...named, other].filter(Boolean).join('\n')],
  [say('fields.category'), words.name('instructions', 'categories', one.category)],
  [say('fields.priority'), words.name('instructions', 'priorities', one.priority)],
  [say('fields.created'), words.moment(one.created_at)],
  [say('fields.updated'), words.moment(one.updated_at)],
  [say('fields.reviewed'), words.moment(one.reviewed_at)],
  [say('fields.expectedFiles'), expected.join('\n')],
  [say('fields.removedFiles'), removed.join('\n')],
])}
${one.is_unreadable ? html`<p>${say('unreadable')}</p>` : html`<div class="text">${one.content}</div>`}
${one.files.length > 0 ? files(one.files, words) : ''}</article>
`;
}

function files(list: readonly ArchivedFile[], words: ArchiveWords): Markup {
  const items = list.map(({ file_name, path, size_bytes }) =>
    path === null
      ? html`<li>${file_name} <span class="quiet">(${words.say('missing')})</span></li>`
      : html`<li><a href="${linkTo(path)}">${file_name}</a> <span class="quiet">${words.size(size_bytes)}</span></li>`,
  );
  return html`<p class="quiet">${words.say('fields.files')}</p><ul>${items}</ul>`;
}

function rules({ protocol_rules: own }: ArchiveData, words: ArchiveWords): Markup {
  const { say } = words;
  const { pending, second_address, stop_code_made_at } = own;
  return facts([
    [say('fields.waiting'), words.hours(own.waiting_hours)],
    [say('fields.second'), yesOrNo(own.needs_second, words)],
    [
      say('fields.waitingLater'),
      pending && `${words.moment(pending.from)}: ${words.hours(pending.waiting_hours)}`,
    ],
    [say('fields.secondAddress'), second_address?.email],
    [say('fields.stopCode'), stop_code_made_at && words.moment(stop_code_made_at)],
  ]);
}

export function yesOrNo(value: boolean, { say }: ArchiveWords): string {
  return say(value ? 'yes' : 'no');
}
