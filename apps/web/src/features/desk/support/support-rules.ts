import { ApiError } from '@zavet/contract/client';
import type { SupportRequestView, SupportView } from '@zavet/contract/desk/support-endpoints';
import type { SupportCategory } from '@zavet/contract/desk/support-values';

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
export function withRequest(support: SupportView, request: SupportRequestView): SupportView {
  const others = support.requests.filter(({ id }) => id !== request.id);
  return { ...support, requests: [request, ...others] };
}

/** In its place: the list is ordered by when a request was first written. */
export function withChanged(support: SupportView, request: SupportRequestView): SupportView {
  const requests = support.requests.map((one) => (one.id === request.id ? request : one));
  return { ...support, requests };
}

const beginningLength = 70;

/** The first words of a message, in one line, to tell it from others. */
export function beginningOf(message: string): string {
  const line = message.trim().replace(/\s+/g, ' ');
  const characters = [...line];
  if (characters.length <= beginningLength) return line;
  const cut = characters.slice(0, beginningLength).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > 0 ? cut.slice(0, lastSpace) : cut}…`;
}
