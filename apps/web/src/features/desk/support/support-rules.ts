import { ApiError } from '@zavet/contract/client';
import type {
  SupportInput,
  SupportRequestView,
  SupportView,
} from '@zavet/contract/desk/support-endpoints';
import type { SupportCategory } from '@zavet/contract/desk/support-values';
import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { limits } from '@zavet/contract/limits';

/** Subjects that another screen can ask the form to be filled in with. */
const topics = {
  custom_plan: 'billing',
} as const satisfies Record<string, SupportCategory>;

export type SupportTopic = keyof typeof topics;

/** The topic an address asks for; none where it asks for nothing we know. */
export function topicOf(value: unknown): SupportTopic | undefined {
  return (Object.keys(topics) as SupportTopic[]).find((topic) => topic === value);
}

export function categoryOf(topic: SupportTopic | undefined): SupportCategory {
  return topic ? topics[topic] : 'technical';
}

type AnswerStage = 'promised' | 'overdue' | 'answered';

/** How the promise of an answer stands. */
export function answerStage(
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

/** Newest first, and each once: a second try is answered with the request of the first. */
export function addRequest(support: SupportView, request: SupportRequestView): SupportView {
  const others = support.requests.filter(({ id }) => id !== request.id);
  return { ...support, requests: [request, ...others] };
}

/** In its place: the list is ordered by when a request was first written. */
export function replaceRequest(support: SupportView, request: SupportRequestView): SupportView {
  const requests = support.requests.map((one) => (one.id === request.id ? request : one));
  return { ...support, requests };
}

const beginningLength = 70;

/** The first words of a message, in one line, to tell it from others. */
export function excerptOf(message: string): string {
  const line = message.trim().replace(/\s+/g, ' ');
  const characters = [...line];
  if (characters.length <= beginningLength) return line;
  const cut = characters.slice(0, beginningLength).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > 0 ? cut.slice(0, lastSpace) : cut}…`;
}

/** What the form holds. */
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

export function withTopic(
  empty: SupportValues,
  topic: SupportTopic,
  subject: string,
): SupportValues {
  return { ...empty, category: categoryOf(topic), subject };
}

/** A message that was begun comes before what another screen asks for. */
export function startingValues(
  empty: SupportValues,
  topicValues: SupportValues | undefined,
  kept: Partial<SupportValues> | undefined,
): SupportValues {
  if (topicValues && !kept?.message) return topicValues;
  return { ...empty, ...kept };
}

/** What was typed over the other values. */
export function changedValues(
  values: SupportValues,
  other: SupportValues,
): Partial<SupportValues> | undefined {
  const names = Object.keys(values) as (keyof SupportValues)[];
  const changed = names.filter((name) => values[name] !== other[name]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

/** Only what was sent is gone from the form: somebody may have typed on meanwhile. */
export function valuesAfterSending(
  now: SupportValues,
  sent: SupportValues,
  empty: SupportValues,
): SupportValues {
  return { ...empty, ...changedValues(now, sent) };
}

/** One text on its way to the support, under the id that makes a second try the same request. */
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
