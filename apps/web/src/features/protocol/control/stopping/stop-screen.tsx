import type { VetoInput } from '@zavet/contract/protocol/veto-endpoints';
import { useState } from 'react';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useMailedLink } from '../../../identity/account/public/mailed-link.ts';
import { QuestionStates } from '../../../identity/account/public/mailed-link-page.tsx';
import { useStopDescription } from '../api/mailed-stop.ts';
import { StopCodePage } from './stop-code-form.tsx';
import { StopLinkProblem } from './stop-link-problem.tsx';
import { StopQuestion } from './stop-question.tsx';

/** Opened from a mail, or typed with the code on paper at hand; signed in or not. */
export function StopScreen() {
  const { token } = useMailedLink();
  const [given, setGiven] = useState<VetoInput>();
  const [isLinkGivenUp, setLinkGivenUp] = useState(false);
  const link = token !== undefined && !isLinkGivenUp ? { token } : undefined;
  const chosen = given ?? link;
  return (
    <>
      <meta name="robots" content="noindex" />
      {chosen ? (
        <DescribedStop
          key={JSON.stringify(chosen)}
          given={chosen}
          onCode={setGiven}
          onEnterCode={() => setLinkGivenUp(true)}
        />
      ) : (
        <StopCodePage onKnown={setGiven} />
      )}
    </>
  );
}

interface DescribedStopProps {
  given: VetoInput;
  onCode: (given: VetoInput) => void;
  onEnterCode: () => void;
}

function DescribedStop({ given, onCode, onEnterCode }: DescribedStopProps) {
  const { t } = useTranslation('stop');
  return (
    <QuestionStates
      query={useStopDescription(given)}
      waiting={{
        title: t('tabTitle'),
        loading: t('loading'),
        loadFailed: t('loadFailed'),
        lines: 4,
      }}
      renderProblem={() => <StopLinkProblem onEnterCode={onEnterCode} />}
    >
      {(view) => (
        <StopQuestion
          given={given}
          view={view}
          onCode={onCode}
          onEnterCode={'token' in given ? onEnterCode : undefined}
        />
      )}
    </QuestionStates>
  );
}
