import type { VetoInput } from '@zavet/contract/protocol/veto-endpoints';
import { useState } from 'react';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { ResultPage } from '../../../../ui/result-page.tsx';
import { useMailedLink } from '../../../identity/account/public/mailed-link.ts';
import { QuestionStates } from '../../../identity/account/public/mailed-link-page.tsx';
import { PaperCodePage } from './paper-code-form.tsx';
import { VetoQuestion } from './veto-question.tsx';
import { useVetoDescription } from './veto-requests.ts';

/** Opened from a mail, or by typing the URL printed with the paper code; signed in or not. */
export function VetoScreen() {
  const { token } = useMailedLink();
  const [input, setInput] = useState<VetoInput>();
  const [isLinkDismissed, setLinkDismissed] = useState(false);
  const link = token !== undefined && !isLinkDismissed ? { token } : undefined;
  const activeInput = input ?? link;
  return (
    <>
      <meta name="robots" content="noindex" />
      {activeInput ? (
        <VetoLoader
          key={JSON.stringify(activeInput)}
          input={activeInput}
          onCodeAccepted={setInput}
          onEnterCode={() => setLinkDismissed(true)}
        />
      ) : (
        <PaperCodePage onCodeAccepted={setInput} />
      )}
    </>
  );
}

interface VetoLoaderProps {
  input: VetoInput;
  onCodeAccepted: (input: VetoInput) => void;
  onEnterCode: () => void;
}

function VetoLoader({ input, onCodeAccepted, onEnterCode }: VetoLoaderProps) {
  const { t } = useTranslation('veto');
  return (
    <QuestionStates
      query={useVetoDescription(input)}
      waiting={{
        title: t('tabTitle'),
        loading: t('loading'),
        loadFailed: t('loadFailed'),
        lines: 4,
      }}
      renderProblem={() => <UnusableLink onEnterCode={onEnterCode} />}
    >
      {(view) => (
        <VetoQuestion
          input={input}
          view={view}
          onCodeAccepted={onCodeAccepted}
          onEnterCode={'token' in input ? onEnterCode : undefined}
        />
      )}
    </QuestionStates>
  );
}

function UnusableLink({ onEnterCode }: { onEnterCode: () => void }) {
  const { t } = useTranslation('veto');
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t('link.title')}
      tabTitle={t('tabTitle')}
      lead={t('link.text')}
      actions={
        <>
          <Button onClick={onEnterCode}>{t('link.code')}</Button>
          <ButtonLink to="/dashboard" kind="quiet">
            {t('link.signIn')}
          </ButtonLink>
        </>
      }
    />
  );
}
