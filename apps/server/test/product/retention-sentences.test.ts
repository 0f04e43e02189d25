import { endpoints } from '@zavet/contract/endpoints';
import { type RetentionKind, retentionTable } from '@zavet/contract/service/retention-table';
import type { RetentionPeriod } from '@zavet/contract/service-terms';
import { textFigures } from '@zavet/contract/text-figures';
import { describe, expect, it } from 'vitest';
import { jobs as allJobs } from '../../src/features.ts';
import { figuresOf, sentencesOf } from '../document-sentences.ts';

const jobs = allJobs.map(({ name }) => name);
const calls: string[] = Object.values(endpoints).map(({ id }) => id);
const kindNames = Object.keys(retentionTable) as RetentionKind[];

/** Placeholders of the inactivity rule, which are not retention periods. */
const ruleFigures = ['inactivityWarnings', 'inactivityWarningDays'];

/** Implementation of a sentence: kinds of data, a job, an endpoint, or none with the reason. */
type Keeper =
  | { kinds: readonly RetentionKind[] }
  | { job: string }
  | { endpoint: string }
  | { beyond: string };

interface KeptSentence {
  /** Beginning of the sentence in Russian, the authoritative text. */
  says: string;
  by: Keeper;
}

const kinds = (...names: RetentionKind[]): Keeper => ({ kinds: names });
const plans: Keeper = { job: 'run-daily-plan-tasks' };
const deletion: Keeper = { endpoint: 'delete_user_account' };

/** Every sentence on retention, in order, by document and section. */
const retentionSentences: Record<string, KeptSentence[]> = {
  'privacy_policy#retention': [
    {
      says: 'данные аккаунта, содержание, данные доверенных лиц',
      by: kinds('account', 'account_details', 'content', 'contacts', 'plan', 'activations'),
    },
    { says: 'Из-за долгого отсутствия он удаляется', by: kinds('account') },
    { says: 'удалённые распоряжения', by: kinds('binned_instructions') },
    { says: 'второй адрес, правила запуска', by: kinds('owners_rules', 'check_ins') },
    { says: 'История прошлых проверок', by: kinds('check_ins') },
    { says: 'ключи доступа, секрет одноразовых кодов', by: kinds('account_details') },
    { says: 'доступ к подключённому ящику', by: kinds('content') },
    { says: 'собранная копия данных', by: kinds('exports') },
    { says: 'сведения о том, что перенесено', by: kinds('imports') },
    { says: 'Сам архив удаляется', by: { job: 'import-archive' } },
    { says: 'ответы на ежегодный вопрос', by: kinds('contacts') },
    { says: 'репетиции: последние из них', by: kinds('account_details', 'contacts') },
    { says: 'письма и сведения о них', by: kinds('handovers') },
    { says: 'данные доверенных лиц и получателей', by: kinds('contacts_after_handover') },
    { says: 'Вручение завершено', by: kinds('handovers') },
    { says: 'объяснение, документы и заметка', by: kinds('request_papers') },
    { says: 'обращения в поддержку и ответы', by: kinds('support_requests') },
    { says: 'записи о платежах', by: kinds('payments') },
    { says: 'уведомления платёжной службы', by: kinds('unknown_notifications') },
    { says: 'файлы, которые после окончания тарифа', by: plans },
    { says: 'Тексты распоряжений за неоплату', by: plans },
    { says: 'журнал безопасности и журнал', by: kinds('security_events', 'server_log') },
    { says: 'сеансы и ссылки для входа', by: kinds('sessions', 'account_links') },
    {
      says: 'регистрация, которую никто не подтвердил',
      by: kinds('unconfirmed_accounts', 'account_requests'),
    },
    { says: 'счётчики попыток', by: kinds('sign_in_attempts', 'rate_limits') },
    { says: 'сведения о письмах, которые могут вернуться', by: kinds('bounces') },
    {
      says: 'адреса, которые нужны только для последнего письма',
      by: kinds('deletion_notices', 'contact_notices', 'former_second_addresses', 'recall_notices'),
    },
    {
      says: 'сведения о том, как работает сервис',
      by: kinds('mail_outcomes', 'failed_jobs', 'retention_runs'),
    },
    { says: 'журнал действий: бессрочно', by: kinds('audit') },
    { says: 'Имён, адресов и текстов в нём нет', by: kinds('audit') },
    { says: 'Из-за долгого отсутствия аккаунт не удаляется без', by: kinds('account') },
    { says: 'С последним предупреждением', by: kinds('account') },
    { says: 'Любой признак жизни', by: kinds('account') },
    { says: 'Пока запуск рассматривают', by: kinds('account') },
    { says: 'Если после запуска владелец дал о себе знать', by: kinds('handovers') },
    { says: 'За {{linkReminderDays}} дней', by: { job: 'remind-of-expiring-links' } },
    { says: 'Письма в почтовом ящике поддержки', by: kinds('support_requests') },
    { says: 'По вашей просьбе удалим раньше', by: kinds('support_requests') },
    { says: 'Удалить аккаунт можно в любой день', by: deletion },
    { says: 'Данные исчезают из базы сразу', by: kinds('removed_objects') },
    { says: 'Вернуть удалённое нельзя', by: kinds('tombstones') },
    { says: 'Ссылки получателей тоже', by: deletion },
    { says: 'То же происходит', by: kinds('account') },
    { says: 'номер аккаунта и дата удаления', by: kinds('tombstones') },
    { says: 'По этой отметке мы удаляем аккаунт снова', by: kinds('tombstones') },
    { says: 'записи о платежах, в которых', by: kinds('payments') },
    { says: 'адрес почты, пока не ушло', by: kinds('deletion_notices', 'payments') },
    { says: 'строки в журнале работы сервера', by: kinds('server_log', 'audit') },
    { says: 'то, что вы или получатели уже скачали', by: { beyond: 'it is with other people' } },
    { says: 'На это мы повлиять не можем', by: { beyond: 'it is with other people' } },
    { says: 'письма в почтовом ящике поддержки и', by: kinds('support_requests', 'contacts') },
    { says: 'В резервных копиях', by: kinds('backups') },
    { says: 'Копии служат только', by: kinds('backups') },
    { says: 'Потом мы их уничтожаем', by: kinds('backups') },
    { says: 'Пока копия существует', by: kinds('backups') },
    { says: 'Когда срок закончился', by: kinds('removed_objects') },
    { says: 'Это делает программа, каждый день', by: kinds('retention_runs') },
  ],
  'personal_data_consent#duration': [
    { says: 'Согласие действует с той минуты', by: deletion },
    { says: 'Если меня нет', by: kinds('account') },
    { says: 'После запуска протокола оно действует', by: kinds('handovers') },
    {
      says: 'Записи о платежах хранятся',
      by: kinds('payments', 'security_events', 'server_log', 'request_papers', 'audit'),
    },
    { says: 'Для этого есть основания в законе', by: { beyond: 'it is the law that says so' } },
  ],
};

/** Kinds of data that no document mentions, with the reason. */
const unmentionedKinds: Partial<Record<RetentionKind, string>> = {
  maintenance_notices: 'it ends with the maintenance',
  captured_mail: 'it exists on the machine of a developer only',
  service: 'it has no personal data',
};

describe.each(Object.entries(retentionSentences))('%s', (place, listed) => {
  const sentences = sentencesOf(place);

  it('contains only listed sentences', () => {
    const openings = sentences.map((sentence, at) => {
      const says = listed[at]?.says ?? '(no row)';
      return sentence.startsWith(says) ? says : sentence;
    });
    expect(openings).toEqual(listed.map(({ says }) => says));
  });

  it('promises nothing without an implementation', () => {
    const unimplemented = listed.flatMap(({ says, by }) => {
      if ('beyond' in by) return [];
      if ('endpoint' in by) return calls.includes(by.endpoint) ? [] : says;
      if ('job' in by) return jobs.includes(by.job) ? [] : says;
      return by.kinds.every(isEnded) ? [] : says;
    });
    expect(unimplemented).toEqual([]);
  });

  it('names the periods that the jobs apply', () => {
    const foreignPeriods = listed.flatMap(({ by }, at) => {
      if (!('kinds' in by)) return [];
      const named = figuresOf(sentences[at] ?? '').filter((name) => !ruleFigures.includes(name));
      return named.filter((name) => !by.kinds.some((kind) => isPeriodOf(kind, name)));
    });
    expect(foreignPeriods).toEqual([]);
  });
});

describe('every kind of data', () => {
  const mentioned = Object.entries(retentionSentences).flatMap(([place, listed]) => {
    const sentences = sentencesOf(place);
    return listed.flatMap(({ by }, at) =>
      'kinds' in by ? by.kinds.map((kind) => ({ kind, sentence: sentences[at] ?? '' })) : [],
    );
  });

  it('is mentioned in a document or listed as unmentioned', () => {
    const unmentioned = kindNames.filter((name) => !mentioned.some(({ kind }) => kind === name));
    expect(unmentioned).toEqual(Object.keys(unmentionedKinds));
  });

  it('with a retention period has that period in a sentence', () => {
    const kindsWithPeriod = kindNames.filter(
      (name) => typeof retentionTable[name].period === 'object' && !(name in unmentionedKinds),
    );
    const withoutPeriod = kindsWithPeriod.filter(
      (name) =>
        !mentioned.some(
          ({ kind, sentence }) =>
            kind === name && figuresOf(sentence).some((figure) => isPeriodOf(name, figure)),
        ),
    );
    expect(withoutPeriod).toEqual([]);
  });
});

/**
 * True if a job, the queue or the operator removes the data, or it is kept permanently by design.
 */
function isEnded(kind: RetentionKind): boolean {
  const { job, period } = retentionTable[kind];
  if (job === null) return period === 'kept';
  return job === 'queue' || job === 'operator' || jobs.includes(job);
}

function isPeriodOf(kind: RetentionKind, figure: string): boolean {
  const period: RetentionPeriod = retentionTable[kind].period;
  if (typeof period === 'string') return false;
  const [unit, length] = 'years' in period ? ['Years', period.years] : ['Days', period.days];
  return (
    figure.endsWith(unit) &&
    new Map<string, unknown>(Object.entries(textFigures)).get(figure) === length
  );
}
