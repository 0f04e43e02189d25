import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { mayLeave } from '../../../../ui/form/leaving.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Tab, TabStrip } from '../../../../ui/tab-strip.tsx';
import styles from './desk.module.css';
import { type DeskTab, deskTabs } from './desk-tabs.ts';

interface DeskHeaderProps {
  current: DeskTab | undefined;
  openUntil: string | null;
  onLeave: () => void;
}

export function DeskHeader({ current, openUntil, onLeave }: DeskHeaderProps) {
  const { t } = useTranslation('desk');
  const formats = useFormats();
  const leaving = useMutationOf('closeDesk');
  const leave = async () => {
    if (!(await mayLeave())) return;
    leaving.mutate(undefined, { onSuccess: onLeave });
  };
  return (
    <div className={styles.header}>
      <TabStrip label={t('tabs.label')}>
        {deskTabs.map((tab) => (
          <Tab key={tab} to={`/operator/${tab}`} current={tab === current && 'page'}>
            {t(`tabs.${tab}`)}
          </Tab>
        ))}
      </TabStrip>
      <div className={styles.closing}>
        {openUntil && <p>{t('header.closesAt', { time: formats.time(openUntil) })}</p>}
        <Button
          kind="quiet"
          aria-label={t('header.leaveNamed')}
          loading={leaving.isPending}
          onClick={leave}
        >
          {t('header.leave')}
        </Button>
      </div>
      {leaving.isError && (
        <Notice kind="error" announced>
          {t('header.leaveFailed')}
        </Notice>
      )}
    </div>
  );
}
