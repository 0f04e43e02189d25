import {
  type QueryKey,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import type { Locale } from '@zavet/contract/locales';
import type { ReactNode } from 'react';
import { type LinkedPage, queryKeys } from '../../../../platform/queries/query-keys.ts';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { suggestLanguage } from '../../../../ui/language/i18n.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { Page } from '../../../../ui/page.tsx';
import { useMailedLink } from './mailed-link.ts';

export type LinkProblem = 'invalid' | 'expired';

/** Failures that lie in the link itself: trying again would change nothing. */
export function linkProblemOf(error: unknown): LinkProblem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'link_expired') return 'expired';
  // A token that is too long or empty fails already by its form.
  return error.code === 'link_invalid' || error.code === 'invalid_input' ? 'invalid' : undefined;
}

interface LinkStates<Shown> {
  /** The page while the question loads, or when it could not be loaded. */
  waiting: {
    title: string;
    tabTitle?: string;
    drawing?: ReactNode;
    loading: string;
    loadFailed: string;
    lines: number;
    /** Of the loading text, where no card holds it. */
    className?: string;
  };
  renderProblem: (problem: LinkProblem) => ReactNode;
  /** The open question, and what became of it. */
  children: (shown: Shown) => ReactNode;
}

interface QuestionStatesProps<View> extends LinkStates<View> {
  query: Pick<UseQueryResult<View>, 'data' | 'isError' | 'error' | 'isFetching' | 'refetch'>;
}

/** Loading, not loaded, a link that does not work, or the question. */
export function QuestionStates<View>(props: QuestionStatesProps<View>) {
  const { query, waiting, renderProblem, children } = props;
  const problem = linkProblemOf(query.error);
  if (problem) return renderProblem(problem);
  if (query.data !== undefined) return children(query.data);
  const { title, tabTitle, drawing, loading, loadFailed, lines, className } = waiting;
  const text = (
    <>
      <p>{loading}</p>
      <SkeletonLines lines={lines} />
    </>
  );
  return (
    <Page title={title} tabTitle={tabTitle} drawing={drawing} width="text">
      {query.isError ? (
        <ErrorState
          title={loadFailed}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : className ? (
        <div className={className}>{text}</div>
      ) : (
        <Card>{text}</Card>
      )}
    </Page>
  );
}

/** A link whose question is shown, for the components that take the answer. */
export interface OpenedLink<View> {
  token: string;
  view: View;
  queryKey: QueryKey;
  /** In place of the question where the link ended before the answer; undefined for other failures. */
  problemPage(error: unknown): ReactNode;
}

interface MailedLinkPageProps<View> extends LinkStates<OpenedLink<View>> {
  question: LinkedPage;
  read: (token: string) => Promise<View>;
}

/** The page of a mailed link: it reads what is asked, and does nothing until a button is pressed. */
export function MailedLinkPage<View extends object>(props: MailedLinkPageProps<View>) {
  const { token } = useMailedLink();
  if (token === undefined) return props.renderProblem('invalid');
  return <ReadQuestion key={token} token={token} {...props} />;
}

function ReadQuestion<View extends object>({
  question,
  token,
  read,
  children,
  ...states
}: MailedLinkPageProps<View> & { token: string }) {
  const queryKey = queryKeys.mailedLink(question, token);
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      // Without a signal to give it up by: phones of some years ago cannot join it with a time-out.
      const view = await read(token);
      // The page then appears immediately in the language of the mail.
      const { preferred_language } = view as { preferred_language?: Locale };
      if (preferred_language) await suggestLanguage(preferred_language);
      return view;
    },
    // Reading again would turn «thank you» into «it is known already».
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const problemPage = (error: unknown) => {
    const problem = linkProblemOf(error);
    return problem && states.renderProblem(problem);
  };
  return (
    <QuestionStates query={query} {...states}>
      {(view) => children({ token, view, queryKey, problemPage })}
    </QuestionStates>
  );
}

/** Sends an answer. The page then shows the view of the response. */
export function useLinkAnswer<View, Given = void>(
  { queryKey }: OpenedLink<View>,
  mutationFn: (given: Given) => Promise<View>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (view) => client.setQueryData<unknown>(queryKey, view),
  });
}
