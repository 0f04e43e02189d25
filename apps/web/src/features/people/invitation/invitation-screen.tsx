import { linkProblemOf } from '../../identity/account/public/link-problem.ts';
import { useMailedLink } from '../../identity/account/public/mailed-link.ts';
import { useInvitation } from './api.ts';
import { InvitationAnswer } from './invitation-answer.tsx';
import { LinkProblemPage } from './link-problem-page.tsx';
import { QuestionPage } from './question-page.tsx';

/** Opened from a mail, often without an account and on a phone. */
export function InvitationScreen() {
  const { token } = useMailedLink();
  const query = useInvitation(token);
  const problem = token === undefined ? 'invalid' : linkProblemOf(query.error);

  if (problem) return <LinkProblemPage subject="invitation" problem={problem} />;
  if (token !== undefined && query.data) {
    return <InvitationAnswer token={token} invitation={query.data} />;
  }
  return <QuestionPage subject="invitation" query={query} />;
}
