import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { IconSearch } from '../../../ui/more-icons.tsx';
import { SupportLink } from './support-link.tsx';

export function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation('faq');
  return (
    <EmptyState
      icon={<IconSearch size={28} />}
      title={t('nothing')}
      actions={
        <Button kind="quiet" onClick={onShowAll}>
          {t('all')}
        </Button>
      }
    >
      {t('nothingText')} <SupportLink />
    </EmptyState>
  );
}
