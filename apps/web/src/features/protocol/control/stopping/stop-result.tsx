import type { VetoInput, VetoView } from '@zavet/contract/protocol/veto-endpoints';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Apples } from '../../../../ui/drawings/apples.tsx';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { ResultPage } from '../../../../ui/result-page.tsx';
import { PaperCodeEntry } from './stop-code-form.tsx';

interface VetoResultProps {
  view: VetoView;
  /** Vetoed just now, on this page. */
  isFresh: boolean;
  onCodeAccepted: (input: VetoInput) => void;
}

/** The present state where there is nothing to veto. */
export function VetoResult({ view, isFresh, onCodeAccepted }: VetoResultProps) {
  const { t } = useTranslation('stop');
  const kind = kindOf(view, isFresh);
  return (
    <ResultPage
      drawing={kind === 'released' ? <Envelope kind="opened" /> : <Apples />}
      title={t(`${kind}.title`)}
      tabTitle={t('tabTitle')}
      lead={t(`${kind}.text`)}
      role={isFresh ? 'status' : undefined}
      actions={
        kind === 'released' ? (
          <ButtonLink to="/mail" search={{ folder: 'sent' }}>
            {t('released.signIn')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/dashboard" kind={kind === 'done' ? 'primary' : 'quiet'}>
            {t(kind === 'done' ? 'done.signIn' : 'link.signIn')}
          </ButtonLink>
        )
      }
    >
      {kind === 'done' ? (
        <p>{t('done.decide')}</p>
      ) : (
        <>
          {view.is_code_spent && <p>{t('code.spent')}</p>}
          <PaperCodeEntry onCodeAccepted={onCodeAccepted} />
        </>
      )}
    </ResultPage>
  );
}

function kindOf({ is_released, is_stopped }: VetoView, isFresh: boolean) {
  if (isFresh) return 'done';
  if (is_released) return 'released';
  return is_stopped ? 'stopped' : 'nothing';
}
