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
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import type { Tone } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { SelectField } from '../../../../ui/select.tsx';
import { SettingRow } from '../../../../ui/setting-row.tsx';
import { Thread } from '../../../../ui/thread.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import styles from '../check-ins.module.css';

/** The frequency of check-ins, the next step and the latest round. */
export function CheckInRow() {
  const { t } = useTranslation('check-ins');
  const query = useEndpoint('getCheckInSettings');
  return (
    <Loaded query={query} lines={2} failed={t('card.loadFailed')}>
      {(settings) => <CheckInSettingRow settings={settings} />}
    </Loaded>
  );
}

const tones: Partial<Record<CheckInState, Tone>> = { asking: 'gold', resting: 'gold' };

function CheckInSettingRow({ settings }: { settings: CheckInSettingsView }) {
  const { t } = useTranslation(['check-ins', 'shell']);
  const mode = useEditMode();
  const { frequency, state, confirmed_contacts, steps } = settings;
  return (
    <SettingRow
      name={t('card.title')}
      value={
        state === 'watching' || state === 'disabled'
          ? t(`card.frequencies.${frequency}`)
          : t(`card.states.${state}`)
      }
      tone={tones[state]}
      note={
        <>
          <NextCheckIn settings={settings} />
          {frequency !== 'disabled' && confirmed_contacts === 0 && <NoContactsNotice />}
        </>
      }
      mode={mode}
    >
      <p className={styles.help}>{t('card.lead')}</p>
      <FrequencyField frequency={frequency} />
      {steps.length > 0 && <CheckInHistory steps={steps} />}
      <div>
        <Button kind="quiet" onClick={mode.close}>
          {t('shell:actions.close')}
        </Button>
      </div>
    </SettingRow>
  );
}

function FrequencyField({ frequency }: { frequency: CheckInFrequency }) {
  const { t } = useTranslation('check-ins');
  const describe = useErrorText();
  const change = useMutationOf('setCheckInFrequency');
  const shownFrequency = change.isPending ? change.variables.body.frequency : frequency;

  function choose(value: string) {
    const chosen = checkInFrequencies.find((one) => one === value);
    if (!chosen || chosen === shownFrequency) return;
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
        value={shownFrequency}
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
  const { t } = useTranslation('check-ins');
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
  const { t } = useTranslation('check-ins');
  const formats = useFormats();
  const { state, next_step_at, is_last_step, confirmed_contacts, steps } = settings;
  const day = next_step_at === null ? '' : formats.date(next_step_at);
  const hasContacts = confirmed_contacts > 0;
  switch (state) {
    case 'disabled':
    case 'paused':
      return null;
    case 'watching':
      return <p className={styles.help}>{t('card.next', { day })}</p>;
    case 'asking':
      if (!is_last_step) return <Notice>{t('card.nextMail', { day })}</Notice>;
      return (
        <Notice kind="warning">
          {hasContacts ? t('card.lastStep', { day }) : t('card.lastStepNobody')}
        </Notice>
      );
    case 'resting': {
      const wereContactsNotified = steps.some(({ kind }) => kind === 'contacts_notified');
      return (
        <Notice kind="warning">
          {t(wereContactsNotified ? 'card.resting' : 'card.restingNobody')}
        </Notice>
      );
    }
  }
}

/** The steps of the latest round, oldest first. */
function CheckInHistory({ steps }: { steps: readonly CheckInStepView[] }) {
  const { t } = useTranslation('check-ins');
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
