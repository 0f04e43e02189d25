import type { StopView } from '@zavet/contract/protocol/stop-endpoints';
import { ButtonLink } from '../../../interface/button.tsx';
import { Card } from '../../../interface/card.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { Page } from '../../../interface/page.tsx';

interface StopResultProps {
  view: StopView;
  /** It was stopped just now, on this page. */
  isFresh: boolean;
}

/** What became of it, where there is nothing to stop any more. */
export function StopResult({ view, isFresh }: StopResultProps) {
  const { t } = useTranslation('stop');
  const kind = kindOf(view, isFresh);
  return (
    <Page title={t(`${kind}.title`)} tabTitle={t('tabTitle')} width="text">
      <Card>
        <Notice
          kind={kind === 'released' ? 'warning' : 'success'}
          announced={isFresh}
          takesFocus={isFresh}
        >
          {t(`${kind}.text`)}
        </Notice>
        {kind === 'done' && <p>{t('done.decide')}</p>}
        <div>
          {kind === 'released' ? (
            <ButtonLink to="/mail" search={{ folder: 'sent' }}>
              {t('released.signIn')}
            </ButtonLink>
          ) : (
            <ButtonLink to="/dashboard" kind={kind === 'done' ? 'primary' : 'quiet'}>
              {t(kind === 'done' ? 'done.signIn' : 'link.signIn')}
            </ButtonLink>
          )}
        </div>
      </Card>
    </Page>
  );
}

function kindOf({ is_released, is_stopped }: StopView, isFresh: boolean) {
  if (isFresh) return 'done';
  if (is_released) return 'released';
  return is_stopped ? 'stopped' : 'nothing';
}
