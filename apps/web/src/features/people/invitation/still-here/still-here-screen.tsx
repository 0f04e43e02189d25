import { linkProblemOf } from '../../../identity/account/public/link-problem.ts';
import { useMailedLink } from '../../../identity/account/public/mailed-link.ts';
import { LinkProblemPage } from '../link-problem-page.tsx';
import { QuestionPage } from '../question-page.tsx';
import { useStillHere } from './api.ts';
import { StillHereAnswer } from './still-here-answer.tsx';

/** The yearly question, opened from a mail, without an account. Nothing happens until a press. */
export function StillHereScreen() {
  const { token } = useMailedLink();
  const query = useStillHere(token);
  const problem = token === undefined ? 'invalid' : linkProblemOf(query.error);

  if (problem) return <LinkProblemPage subject="still-here" problem={problem} />;
  if (token !== undefined && query.data) {
    return <StillHereAnswer token={token} question={query.data} />;
  }
  return <QuestionPage subject="still-here" query={query} />;
}
