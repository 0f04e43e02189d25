import { isCataloguePlan, planCatalogue } from '@zavet/contract/billing/plan-catalogue';
import { parseUserAgent } from '@zavet/contract/identity/user-agent';
import type { ArchiveData } from '@zavet/contract/vault/archive-schema';
import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import {
  definitionList,
  html,
  type Markup,
  type PageSection,
  table,
} from '../../../platform/page-markup.ts';

import type { ArchiveWords } from './archive-words.ts';

/** Sections with records of the service about the owner. */
export function recordSections(data: ArchiveData, words: ArchiveWords): PageSection[] {
  const { say, moment } = words;

  const section = (
    id: 'payments' | 'consents' | 'sessions' | 'events' | 'acts',
    heads: string[],
    rows: string[][],
  ): PageSection => ({
    id,
    title: say(`sections.${id}`),
    body: rows.length > 0 ? table(heads, rows) : html`<p class="quiet">${say('nothing')}</p>`,
  });
  const [date, what, network] = [say('fields.date'), say('fields.what'), say('fields.network')];
  return [
    { id: 'protocol', title: say('sections.protocol'), body: renderProtocol(data, words) },
    { id: 'plan', title: say('sections.plan'), body: renderPlan(data, words) },
    section(
      'payments',
      [date, what, say('fields.amount'), say('fields.status'), say('fields.refund')],
      data.payments.map((one) => paymentRow(one, words)),
    ),
    { id: 'support', title: say('sections.support'), body: renderSupport(data, words) },
    section(
      'consents',
      [date, say('fields.document'), say('fields.edition'), network, say('fields.device')],
      data.consents.map((one) => [
        moment(one.accepted_at),
        words.name('legal', 'documents', one.document),
        one.version,
        one.ip_address ?? '',
        deviceOf(one.user_agent),
      ]),
    ),
    section(
      'sessions',
      [say('fields.created'), say('fields.lastSeen'), network, say('fields.device')],
      data.sessions.map((one) => [
        moment(one.created_at),
        moment(one.last_seen_at),
        one.ip_address ?? '',
        deviceOf(one.user_agent),
      ]),
    ),
    section(
      'events',
      [date, what, network, say('fields.device')],
      data.security_events.map((one) => [
        moment(one.created_at),
        words.name('settings', 'events.kinds', one.kind),
        one.ip_address ?? '',
        deviceOf(one.user_agent),
      ]),
    ),
    section(
      'acts',
      [date, say('fields.who'), what],
      data.operator_acts.map((one) => [
        moment(one.at),
        words.name('audit', 'actors', one.actor),
        words.name('audit', 'acts', one.act),
      ]),
    ),
  ];
}

function deviceOf(userAgent: string | null): string {
  const { browser, system } = parseUserAgent(userAgent);
  return [browser, system].filter(Boolean).join(', ') || (userAgent ?? '');
}

function planName(plan: ArchiveData['plan']['plan'], words: ArchiveWords): string {
  if (plan === 'custom') return words.say('plan.custom');
  if (!isCataloguePlan(plan)) return words.say('plan.free');
  const mb = planCatalogue.find(({ id }) => id === plan)?.storage_mb ?? 0;
  return words.size(mb * bytesPerMb);
}

function renderPlan({ plan: own }: ArchiveData, words: ArchiveWords): Markup {
  const { say } = words;
  const { payment_method: card } = own;
  return definitionList([
    [say('fields.plan'), planName(own.plan, words)],
    [say('fields.storage'), words.size(own.limit_mb * bytesPerMb)],
    [say('fields.validUntil'), own.valid_until && words.day(own.valid_until)],
    [say('fields.autoRenewal'), words.yesOrNo(own.auto_renewal)],
    [say('fields.card'), card?.title],
  ]);
}

function paymentRow(one: ArchiveData['payments'][number], words: ArchiveWords): string[] {
  const kind = words.name('plans', 'payments.kind', one.kind);
  const named = one.owner_name ? `${kind}: ${one.owner_name}` : kind;
  return [
    words.moment(one.created_at),
    named,
    words.money(one.amount, one.currency),
    words.name('plans', 'payments.status', one.status),
    one.refund ? words.money(one.refund.amount, one.currency) : '',
  ];
}

function renderSupport({ support_requests: requests }: ArchiveData, words: ArchiveWords): Markup {
  const { say } = words;
  if (requests.length === 0) return html`<p class="quiet">${say('nothing')}</p>`;
  return html`${requests.map((one) => {
    const later = one.messages.map(
      ({ author, text, created_at }) =>
        html`<p class="quiet">${say(`support.${author}`)}, ${words.moment(created_at)}</p><div class="text">${text}</div>`,
    );
    return html`<article><h3>${one.reference}${one.subject ? `: ${one.subject}` : ''}</h3>
${definitionList([
  [say('fields.date'), words.moment(one.created_at)],
  [say('fields.category'), words.name('support', 'categories', one.category)],
  [say('fields.status'), words.name('support', 'requests.status', one.status)],
])}<div class="text">${one.message}</div>${later}</article>
`;
  })}`;
}

function renderProtocol({ protocol: own, instructions }: ArchiveData, words: ArchiveWords): Markup {
  const { say } = words;
  const { started, past } = own;
  if (!started && past.length === 0) return html`<p class="quiet">${say('nothing')}</p>`;
  const titleOf = (id: string) => instructions.find((one) => one.id === id)?.title ?? '';
  const letters =
    started &&
    table(
      [say('fields.what'), say('fields.recipients'), say('fields.status'), say('fields.opened')],
      started.deliveries.map((one) => [
        titleOf(one.instruction_id),
        [one.recipient_name, one.recipient_email].filter(Boolean).join(', '),
        words.name('protocol', 'deliveries.states', one.state),
        one.opened_at ? words.moment(one.opened_at) : '',
      ]),
    );
  const start =
    started &&
    definitionList([
      [say('fields.startedBy'), started.activated_by?.name],
      [say('fields.activated'), words.moment(started.activated_at ?? started.started_at)],
    ]);
  const former = past.map((one) =>
    definitionList([
      [say('fields.startedBy'), one.contact_name],
      [say('fields.activated'), words.moment(one.activated_at)],
      [say('fields.armed'), words.moment(one.armed_at)],
      [say('fields.letters'), one.progress.total],
      [say('fields.opened'), one.opened],
    ]),
  );
  return html`${start}${letters}${former.map((one) => html`<article>${one}</article>`)}`;
}
