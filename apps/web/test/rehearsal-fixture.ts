import type {
  RehearsalParticipant,
  RehearsalPlan,
  RehearsalsView,
  RehearsalView,
} from '@zavet/contract/protocol/rehearsal-endpoints';

const moment = '2026-11-01T10:00:00.000Z';

const contact_mail = {
  subject: 'Проверка: Анна Лаврова просит подтвердить, что письма доходят',
  paragraphs: ['Это проверка.', 'Ничего не случилось.'],
  action: 'Ответить на проверку',
};
const recipient_mail = {
  subject: 'Проверка: Анна Лаврова хранит ваш адрес',
  paragraphs: ['Делать ничего не нужно.'],
  action: null,
};

/** A plan without a confirmed contact, so the rehearsal cannot start. */
function planOf(facts: Partial<RehearsalPlan> = {}): RehearsalPlan {
  return {
    ...{ contacts: [], recipients: [], recipients_omitted: 0, asks_for_pin: false },
    ...{ obstacle: 'no_confirmed_contact', next_start_at: null, contact_mail, recipient_mail },
    ...facts,
  };
}

export function rehearsalsOf(
  plan: Partial<RehearsalPlan> = {},
  rehearsals: RehearsalView[] = [],
): RehearsalsView {
  return { plan: planOf(plan), rehearsals };
}

export function participantFixture(
  facts: Partial<RehearsalParticipant> = {},
): RehearsalParticipant {
  return {
    ...{ id: 'petr', kind: 'contact', contact_id: 'petr', name: 'Пётр Лавров' },
    ...{ email: 'petr@example.org', is_address_changed: false, state: 'asked', pin: 'not_asked' },
    ...{ accepted_at: moment, answered_at: null },
    ...facts,
  };
}

export function rehearsalFixture(facts: Partial<RehearsalView> = {}): RehearsalView {
  return {
    ...{ id: 'one', started_at: moment, ends_at: '2026-11-15T10:00:00.000Z' },
    ...{ ended_at: null, ended_by: null, mails_recipients: false, parts: [participantFixture()] },
    ...facts,
  };
}
