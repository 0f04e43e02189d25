import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import { useEffect, useState } from 'react';
import { languageOfTexts } from '../../../../../../packages/locales/src/translate';
import { deskWatch } from '../../../platform/client/desk-watch.ts';
import { endpointKey } from '../../../platform/queries/query-keys.ts';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { useObservable } from '../../../platform/state/observable.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { KeyWithTag } from '../../../ui/drawings/key-with-tag.tsx';
import { Form, FormFailure } from '../../../ui/form/form.tsx';
import { mayLeave } from '../../../ui/form/leaving.ts';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useCurrentLanguage, useTranslation } from '../../../ui/language/use-translation.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { ResultPage } from '../../../ui/result-page.tsx';
import { Tab, TabStrip } from '../../../ui/tab-strip.tsx';
import styles from './desk.module.css';
import { CodeDialog, CodeField } from './operator-code.tsx';

/** Shows the desk only to operators, after a code. */
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
  // If the desk closes while in use, its input is kept behind the dialog.
  const [wasOpened, setOpened] = useState(false);
  useRefetchDeskWhenRefused();
  if (desk.isPending) return <Spinner />;
  if (!desk.data) {
    return (
      <Page title={t('title')} width="text">
        <Loaded query={desk}>{() => null}</Loaded>
      </Page>
    );
  }
  if (!desk.data.is_operator) return <StaffOnlyPage />;
  if (!desk.data.open_until && !wasOpened) return <UnlockScreen />;
  return (
    <OpenDesk
      openUntil={desk.data.open_until}
      onOpened={() => setOpened(true)}
      onLeave={() => setOpened(false)}
    />
  );
}

interface OpenDeskProps {
  openUntil: string | null;
  onOpened: () => void;
  onLeave: () => void;
}

function OpenDesk({ openUntil, onOpened, onLeave }: OpenDeskProps) {
  const { t } = useTranslation('desk');
  const tab = useLocation({ select: ({ pathname }) => deskTabOf(pathname) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the first render
  useEffect(onOpened, []);
  return (
    <Page title={t('title')} tabTitle={tab ? `${t(`tabs.${tab}`)} · ${t('title')}` : t('title')}>
      <DeskHeader current={tab} openUntil={openUntil} onLeave={onLeave} />
      <Outlet />
      <CodeDialog />
      {!openUntil && <ClosedDialog onLeave={onLeave} />}
    </Page>
  );
}

function useRefetchDeskWhenRefused(): void {
  const client = useQueryClient();
  const refusals = useObservable(deskWatch);
  const [handled, setHandled] = useState(refusals);
  useEffect(() => {
    if (refusals === handled) return;
    setHandled(refusals);
    void client.invalidateQueries({ queryKey: endpointKey('getDesk') });
  }, [client, refusals, handled]);
}

interface DeskHeaderProps {
  current: DeskTab | undefined;
  openUntil: string | null;
  onLeave: () => void;
}

function DeskHeader({ current, openUntil, onLeave }: DeskHeaderProps) {
  const { t } = useTranslation('desk');
  const formats = useFormats();
  const close = useMutationOf('closeDesk');
  const leave = async () => {
    if (!(await mayLeave())) return;
    close.mutate(undefined, { onSuccess: onLeave });
  };
  return (
    <div className={styles.header}>
      <TabStrip label={t('tabs.label')}>
        {deskTabs.map((tab) => (
          <Tab key={tab} to={`/operator/${tab}`} current={tab === current && 'page'}>
            {t(`tabs.${tab}`)}
            {tab === 'requests' && openUntil && <RequestCount />}
          </Tab>
        ))}
      </TabStrip>
      <div className={styles.closing}>
        {openUntil && <p>{t('header.closesAt', { time: formats.time(openUntil) })}</p>}
        <Button
          kind="quiet"
          aria-label={t('header.leaveNamed')}
          loading={close.isPending}
          onClick={leave}
        >
          {t('header.leave')}
        </Button>
      </div>
      {close.isError && (
        <Notice kind="error" announced>
          {t('header.leaveFailed')}
        </Notice>
      )}
    </div>
  );
}

function RequestCount() {
  const formats = useFormats();
  const counts = useEndpoint('countReviews', {}, { staleTime: 0 }).data;
  if (!counts || counts.open + counts.doubts === 0) return null;
  return (
    <Badge tone={counts.overdue > 0 ? 'red' : 'plain'}>
      {formats.number(counts.open + counts.doubts)}
    </Badge>
  );
}

function UnlockScreen() {
  const { t } = useTranslation('desk');
  return (
    <Page title={t('door.title')} lead={t('door.lead')} width="form">
      <Card>
        <UnlockForm />
      </Card>
    </Page>
  );
}

/** Covers a desk that closed while in use, without losing its input. */
function ClosedDialog({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('desk');
  const navigate = useNavigate();
  const leave = () => {
    onLeave();
    void navigate({ to: '/operator' });
  };
  return (
    <Dialog isOpen title={t('door.closedTitle')} onClose={leave}>
      <p>{t('door.closedLead')}</p>
      <UnlockForm onLeave={leave} />
    </Dialog>
  );
}

function UnlockForm({ onLeave }: { onLeave?: () => void }) {
  const { t } = useTranslation('desk');
  const open = useMutationOf('openDesk', {
    onSuccess: (_desk, _code, _result, { client }) => refetchRefused(client),
  });
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/desk-endpoints')).codeInput,
    initialValues: { code: '' },
    submit: (body) => open.mutateAsync({ body }),
  });
  return (
    <Form {...form.formProps}>
      <CodeField {...form.field('code')} />
      <FormFailure failure={form.failure} />
      <div className={styles.formActions}>
        <Button type="submit" loading={form.isBusy}>
          {t('door.submit')}
        </Button>
        {onLeave && (
          <Button kind="quiet" disabled={form.isBusy} onClick={onLeave}>
            {t('door.leave')}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** Refetches queries that failed while the desk was closed. */
function refetchRefused(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state }) =>
      state.error instanceof ApiError && state.error.code === 'operator_code_required',
  });
}

function StaffOnlyPage() {
  const { t } = useTranslation('desk');
  return (
    <ResultPage
      drawing={<KeyWithTag />}
      title={t('staffOnly.title')}
      lead={t('staffOnly.text')}
      actions={<ButtonLink to="/dashboard">{t('staffOnly.back')}</ButtonLink>}
    />
  );
}

/** Each tab is a route below `/operator`. */
const deskTabs = [
  'requests',
  'letters',
  'support',
  'accounts',
  'payments',
  'state',
  'audit',
] as const;
type DeskTab = (typeof deskTabs)[number];

function deskTabOf(path: string): DeskTab | undefined {
  const name = path.split('/')[2];
  return deskTabs.find((tab) => tab === name);
}
