import { ApiError } from '@zavet/contract/client';
import type {
  SupportInput,
  SupportRequestView,
  SupportView,
} from '@zavet/contract/desk/support-endpoints';
import type { SupportCategory } from '@zavet/contract/desk/support-values';
import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { limits } from '@zavet/contract/limits';

/** Topics that a link to the form can request. */
const topicCategories = {
  custom_plan: 'billing',
} as const satisfies Record<string, SupportCategory>;

export type SupportTopic = keyof typeof topicCategories;

export function topicOf(value: unknown): SupportTopic | undefined {
  return (Object.keys(topicCategories) as SupportTopic[]).find((topic) => topic === value);
}

export function categoryOf(topic: SupportTopic | undefined): SupportCategory {
  return topic ? topicCategories[topic] : 'technical';
}

type AnswerStage = 'promised' | 'overdue' | 'answered';

export function answerStageOf(
  { status, answer_by }: Pick<SupportRequestView, 'status' | 'answer_by'>,
  now: Date,
): AnswerStage {
  if (status === 'answered') return 'answered';
  return new Date(answer_by) < now ? 'overdue' : 'promised';
}

type SendFailure = 'notSignedIn' | 'tooMany' | 'failure';

export function sendFailureOf(error: unknown): SendFailure {
  if (!(error instanceof ApiError)) return 'failure';
  if (error.status === 401) return 'notSignedIn';
  return error.code === 'too_many_requests' ? 'tooMany' : 'failure';
}

/**
 * Returns the view with the request in first place, without a duplicate: a retry may return a
 * request that is already listed.
 */
export function addRequest(support: SupportView, request: SupportRequestView): SupportView {
  const rest = support.requests.filter(({ id }) => id !== request.id);
  return { ...support, requests: [request, ...rest] };
}

/** Returns the view with the request replaced at its present position. */
export function replaceRequest(support: SupportView, request: SupportRequestView): SupportView {
  const requests = support.requests.map((listed) => (listed.id === request.id ? request : listed));
  return { ...support, requests };
}

const excerptLength = 70;

/** Returns the first words of a message on one line. */
export function excerptOf(message: string): string {
  const line = message.trim().replace(/\s+/g, ' ');
  const characters = [...line];
  if (characters.length <= excerptLength) return line;
  const cut = characters.slice(0, excerptLength).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > 0 ? cut.slice(0, lastSpace) : cut}…`;
}

export type SupportValues = Omit<SupportInput, 'draft_id'>;

export function emptyValues(writer: Pick<ProfileView, 'full_name' | 'user_email'>): SupportValues {
  return {
    name: (writer.full_name ?? '').slice(0, limits.nameMaxLength),
    userEmail: writer.user_email,
    category: categoryOf(undefined),
    subject: '',
    message: '',
  };
}

export function valuesForTopic(
  empty: SupportValues,
  topic: SupportTopic,
  subject: string,
): SupportValues {
  return { ...empty, category: categoryOf(topic), subject };
}

/** Returns the values of the requested topic unless a message is stored. */
export function initialFormValues(
  empty: SupportValues,
  topicValues: SupportValues | undefined,
  stored: Partial<SupportValues> | undefined,
): SupportValues {
  if (topicValues && !stored?.message) return topicValues;
  return { ...empty, ...stored };
}

/** Returns the values that differ from `base`; undefined if there are none. */
export function changedValues(
  values: SupportValues,
  base: SupportValues,
): Partial<SupportValues> | undefined {
  const names = Object.keys(values) as (keyof SupportValues)[];
  const changed = names.filter((name) => values[name] !== base[name]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

/** Returns an empty form that keeps only the input typed during the call. */
export function valuesAfterSending(
  now: SupportValues,
  sent: SupportValues,
  empty: SupportValues,
): SupportValues {
  return { ...empty, ...changedValues(now, sent) };
}

/** A message being sent. A retry reuses the id, so that it creates no second request. */
export interface Attempt {
  draft_id: string;
  values: SupportValues;
}

export function attemptFor(
  values: SupportValues,
  last: Attempt | undefined,
  newId: () => string,
): Attempt {
  return last && isAttemptOf(last, values) ? last : { draft_id: newId(), values };
}

export function isAttemptOf(attempt: Attempt, values: SupportValues): boolean {
  return changedValues(values, attempt.values) === undefined;
}
