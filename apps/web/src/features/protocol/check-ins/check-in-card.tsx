import { useNavigate } from '@tanstack/react-router';
import type {
  CheckInSettingsView,
  CheckInStepView,
} from '@zavet/contract/protocol/check-in-endpoints';
import {
  type CheckInFrequency,
  type CheckInState,
  checkInFrequencies,
} from '@zavet/contract/protocol/check-in-values';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { Thread } from '../../../ui/thread.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import styles from './check-ins.module.css';

const tones: Record<CheckInState, Tone> = {
  disabled: 'plain',
  watching: 'green',
  asking: 'gold',
  resting: 'gold',
  paused: 'plain',
};

/** The frequency of check-ins, the next step and the latest round. */
export function CheckInCard() {
  const { t } = useTranslation('presence');
  const query = useEndpoint('getCheckInSettings');
  const settings = query.data;
  return (
    <SectionCard
      title={t('card.title')}
      lead={t('card.lead')}
      badge={
        settings && <Badge tone={tones[settings.state]}>{t(`card.states.${settings.state}`)}</Badge>
      }
    >
      <Loaded query={query} lines={4} failed={t('card.loadFailed')}>
        {(loaded) => <CheckInDetails settings={loaded} />}
      </Loaded>
    </SectionCard>
  );
}

function CheckInDetails({ settings }: { settings: CheckInSettingsView }) {
  const { t } = useTranslation('presence');
  return (
    <>
      <FrequencyField frequency={settings.frequency} />
      <NextCheckIn settings={settings} />
      {settings.frequency !== 'disabled' && settings.confirmed_contacts === 0 && (
        <NoContactsNotice />
      )}
      <ul className={styles.points}>
        <li>{t('card.how.mails')}</li>
        <li>{t('card.how.contacts')}</li>
        <li>{t('card.how.signingIn')}</li>
        <li>{t('card.how.never')}</li>
      </ul>
      {settings.steps.length > 0 && <CheckInHistory steps={settings.steps} />}
    </>
  );
}

function FrequencyField({ frequency }: { frequency: CheckInFrequency }) {
  const { t } = useTranslation('presence');
  const describe = useErrorText();
  const change = useMutationOf('setCheckInFrequency');
  const shown = change.isPending ? change.variables.body.frequency : frequency;

  function choose(value: string) {
    const chosen = checkInFrequencies.find((one) => one === value);
    if (!chosen || chosen === shown) return;
    change.mutate(
      { body: { frequency: chosen } },
      {
        onSuccess: () => toasts.success(t('card.changed')),
        onError: (error) => toasts.error(`${t('card.failed')}. ${describe(error)}`),
      },
    );
  }

  return (
    <div className={styles.field}>
      <SelectField
        label={t('card.label')}
        value={shown}
        options={checkInFrequencies.map((value) => ({
          value,
          label: t(`card.frequencies.${value}`),
        }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </div>
  );
}

function NoContactsNotice() {
  const { t } = useTranslation('presence');
  const navigate = useNavigate();
  return (
    <Notice
      kind="warning"
      actions={
        <Button kind="quiet" onClick={() => void navigate({ to: '/contact' })}>
          {t('card.nameContacts')}
        </Button>
      }
    >
      {t('card.noContacts')}
    </Notice>
  );
}

/** The next step if the owner stays inactive. */
function NextCheckIn({ settings }: { settings: CheckInSettingsView }) {
  const { t } = useTranslation('presence');
  const formats = useFormats();
  const { state, next_step_at, is_last_step, confirmed_contacts, steps } = settings;
  const day = next_step_at === null ? '' : formats.date(next_step_at);
  const hasContacts = confirmed_contacts > 0;
  switch (state) {
    case 'disabled':
      return null;
    case 'watching':
      return <p className={styles.strong}>{t('card.next', { day })}</p>;
    case 'asking':
      if (!is_last_step) return <Notice>{t('card.nextMail', { day })}</Notice>;
      return (
        <Notice kind="warning">
          {hasContacts ? t('card.lastStep', { day }) : t('card.lastStepNobody')}
        </Notice>
      );
    case 'resting': {
      const wereContactsNotified = steps.some(({ kind }) => kind === 'contacts_told');
      return (
        <Notice kind="warning">
          {t(wereContactsNotified ? 'card.resting' : 'card.restingNobody')}
        </Notice>
      );
    }
    case 'paused':
      return <p className={styles.strong}>{t('card.paused')}</p>;
  }
}

/** The steps of the latest round, oldest first. */
function CheckInHistory({ steps }: { steps: readonly CheckInStepView[] }) {
  const { t } = useTranslation('presence');
  const formats = useFormats();
  return (
    <section className={styles.history}>
      <Heading level={3}>{t('card.history')}</Heading>
      <Thread
        label={t('card.history')}
        direction="down"
        steps={steps.map(({ kind, at, count }) => ({
          key: `${kind} ${count}`,
          state: 'done',
          label: t(`card.steps.${kind}`, { number: count ?? 0 }),
          note: <time dateTime={at}>{formats.dateTime(at)}</time>,
        }))}
      />
    </section>
  );
}
