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

/** Returns the permanent problem of a link; undefined for failures that a retry may solve. */
export function linkProblemOf(error: unknown): LinkProblem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'link_expired') return 'expired';
  // A token that is too long or empty fails schema validation.
  return error.code === 'link_invalid' || error.code === 'invalid_input' ? 'invalid' : undefined;
}

interface LinkStates<Shown> {
  /** Page while the question loads, or after it failed to load. */
  waiting: {
    title: string;
    tabTitle?: string;
    drawing?: ReactNode;
    loading: string;
    loadFailed: string;
    lines: number;
    /** Class of the loading text, which then has no card around it. */
    className?: string;
  };
  renderProblem: (problem: LinkProblem) => ReactNode;
  /** The question or its result. */
  children: (shown: Shown) => ReactNode;
}

interface QuestionStatesProps<View> extends LinkStates<View> {
  query: Pick<UseQueryResult<View>, 'data' | 'isError' | 'error' | 'isFetching' | 'refetch'>;
}

/** Shows the loading state, a load failure, a problem of the link, or the question. */
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

/** The link of the displayed question, for the components that send the answer. */
export interface OpenedLink<View> {
  token: string;
  view: View;
  queryKey: QueryKey;
  /** Replaces the question if the link expired before the answer; undefined for other failures. */
  problemPage(error: unknown): ReactNode;
}

interface MailedLinkPageProps<View> extends LinkStates<OpenedLink<View>> {
  question: LinkedPage;
  read: (token: string) => Promise<View>;
}

/** Page of a mailed link: loads the question and changes nothing until a button is pressed. */
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
      // No abort signal: older phones cannot combine it with a timeout (AbortSignal.any).
      const view = await read(token);
      // Switch to the language of the mail before the page appears.
      const { preferred_language } = view as { preferred_language?: Locale };
      if (preferred_language) await suggestLanguage(preferred_language);
      return view;
    },
    // A refetch would replace “thank you” with “already answered”.
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

/** Sends an answer, then shows the view of the response. */
export function useLinkAnswer<View, Input = void>(
  { queryKey }: OpenedLink<View>,
  mutationFn: (input: Input) => Promise<View>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (view) => client.setQueryData<unknown>(queryKey, view),
  });
}
