import type { ServiceStatus } from '@zavet/contract/desk/status-endpoints';
import { SectionCard } from '../../../../ui/card.tsx';
import { FactList } from '../../../../ui/fact-list.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useAgo } from './use-ago.ts';

const bytesPerMegabyte = 1024 * 1024;

/** Where everything lies: storage, the last backup, versions. */
export function PlaceCards({ state }: { state: ServiceStatus }) {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  const ago = useAgo();
  const { storage, backup_made_at, versions } = state;
  const figure = (text: string) =>
    storage.is_estimated ? t('storage.about', { figure: text }) : text;
  return (
    <>
      <SectionCard title={t('storage.title')}>
        <FactList
          facts={[
            {
              name: t('storage.used'),
              value: figure(formats.megabytes(storage.used_bytes / bytesPerMegabyte)),
            },
            { name: t('storage.objects'), value: figure(formats.number(storage.objects)) },
            { name: t('storage.removals'), value: formats.number(storage.waiting_removals) },
          ]}
        />
      </SectionCard>
      <SectionCard title={t('backup.title')}>
        {backup_made_at ? (
          <FactList
            facts={[
              {
                name: t('backup.age'),
                value: `${formats.dateTime(backup_made_at)} (${ago(backup_made_at)})`,
              },
            ]}
          />
        ) : (
          <p>{t('backup.none')}</p>
        )}
      </SectionCard>
      <SectionCard title={t('versions.title')}>
        <FactList
          facts={[
            { name: t('versions.program'), value: versions.program },
            { name: t('versions.node'), value: versions.node },
            { name: t('versions.database'), value: versions.database },
            {
              name: t('versions.migrations'),
              value: t('versions.migrationsOf', {
                applied: versions.migrations_applied,
                known: versions.migrations_known,
              }),
            },
          ]}
        />
      </SectionCard>
    </>
  );
}
