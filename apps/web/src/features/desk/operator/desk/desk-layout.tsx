import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { languageOfTexts } from '@zavet/locales/translate';
import { useEffect, useState } from 'react';
import { deskWatch } from '../../../../platform/client/desk-watch.ts';
import { endpointKey } from '../../../../platform/queries/query-keys.ts';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useObservable } from '../../../../platform/state/observable.ts';
import { useCurrentLanguage, useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Spinner } from '../../../../ui/loading.tsx';
import { Page } from '../../../../ui/page.tsx';
import { CodeDialog } from '../code/code-dialog.tsx';
import styles from './desk.module.css';
import { ClosedDialog, DoorScreen } from './desk-door.tsx';
import { DeskHeader } from './desk-header.tsx';
import { deskTabOf } from './desk-tabs.ts';
import { StaffOnly } from './staff-only.tsx';

/** The desk, or what stands before it: nothing for people, a door that asks operators for a code. */
export function DeskLayout() {
  const language = useCurrentLanguage();
  return (
    <div className={styles.desk} lang={languageOfTexts('desk', language)}>
      <Desk />
    </div>
  );
}

function Desk() {
  const { t } = useTranslation('desk');
  const desk = useEndpoint('getDesk');
  // A desk that closes in the middle of something keeps what was typed, behind the question.
  const [isInUse, setInUse] = useState(false);
  useInvalidateWhenRefused();
  if (desk.isPending) return <Spinner />;
  if (!desk.data) {
    return (
      <Page title={t('title')} width="text">
        <Loaded query={desk}>{() => null}</Loaded>
      </Page>
    );
  }
  if (!desk.data.is_operator) return <StaffOnly />;
  if (!desk.data.open_until && !isInUse) return <DoorScreen />;
  return (
    <OpenDesk
      openUntil={desk.data.open_until}
      onUse={() => setInUse(true)}
      onLeave={() => setInUse(false)}
    />
  );
}

interface OpenDeskProps {
  openUntil: string | null;
  onUse: () => void;
  onLeave: () => void;
}

function OpenDesk({ openUntil, onUse, onLeave }: OpenDeskProps) {
  const { t } = useTranslation('desk');
  const tab = useLocation({ select: ({ pathname }) => deskTabOf(pathname) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it is first drawn
  useEffect(onUse, []);
  return (
    <Page title={t('title')} tabTitle={tab ? `${t(`tabs.${tab}`)} · ${t('title')}` : t('title')}>
      <DeskHeader current={tab} openUntil={openUntil} onLeave={onLeave} />
      <Outlet />
      <CodeDialog />
      {!openUntil && <ClosedDialog onLeave={onLeave} />}
    </Page>
  );
}

function useInvalidateWhenRefused(): void {
  const client = useQueryClient();
  const refusals = useObservable(deskWatch);
  const [seen, setSeen] = useState(refusals);
  useEffect(() => {
    if (refusals === seen) return;
    setSeen(refusals);
    void client.invalidateQueries({ queryKey: endpointKey('getDesk') });
  }, [client, refusals, seen]);
}
