import type {
  RehearsalParticipant,
  RehearsalView,
} from '@zavet/contract/protocol/rehearsal-endpoints';
import type { ReactNode } from 'react';
import { TextLink } from '../../../ui/button.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { IconAlertTriangle, IconCircleCheck } from '../../../ui/icons.tsx';
import { Initials } from '../../../ui/initials.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { IconClock } from '../../../ui/more-icons.tsx';
import {
  answerTimeMs,
  pinStatusOf,
  statusOf,
  type Tone,
  toneOfPin,
  toneOfStatus,
} from './participant-rules.ts';
import styles from './rehearsal.module.css';

/** Participants with their results, contacts first. */
export function RehearsalParticipants({ rehearsal }: { rehearsal: RehearsalView }) {
  const { t } = useTranslation('rehearsal');
  const recipients = rehearsal.parts.filter(({ kind }) => kind === 'recipient');
  const contacts = rehearsal.parts.filter(({ kind }) => kind === 'contact');
  return (
    <>
      <Group title={t('people')} parts={contacts} rehearsal={rehearsal} />
      <Group title={t('recipients')} parts={recipients} rehearsal={rehearsal} />
    </>
  );
}

interface GroupProps {
  title: string;
  parts: RehearsalParticipant[];
  rehearsal: RehearsalView;
}

function Group({ title, parts, rehearsal }: GroupProps) {
  if (parts.length === 0) return null;
  return (
    <div>
      <Heading level={3} className={styles.groupTitle}>
        {title}
      </Heading>
      <ul className={styles.people}>
        {parts.map((part) => (
          <Person key={part.id} part={part} rehearsal={rehearsal} />
        ))}
      </ul>
    </div>
  );
}

function Person({ part, rehearsal }: { part: RehearsalParticipant; rehearsal: RehearsalView }) {
  const { t } = useTranslation('rehearsal');
  const formats = useFormats();
  const status = statusOf(part);
  const pin = pinStatusOf(part, rehearsal.ended_at === null);
  const time = part.answered_at
    ? formats.timeLeft(answerTimeMs(rehearsal.started_at, part.answered_at))
    : '';
  const name = part.name || t('noName');
  return (
    <li className={styles.person}>
      <Initials name={part.name || part.email} tone={part.kind === 'contact' ? 'green' : 'gold'} />
      <div className={styles.details}>
        <p className={styles.name}>{name}</p>
        <p className={styles.note}>{part.email}</p>
        <StatusLine tone={toneOfStatus(status)}>{t(`states.${status}`, { time })}</StatusLine>
        {pin && <StatusLine tone={toneOfPin(pin)}>{t(`pins.${pin}`)}</StatusLine>}
        <AddressFix part={part} />
      </div>
    </li>
  );
}

const icons = { good: IconCircleCheck, bad: IconAlertTriangle, open: IconClock };

function StatusLine({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <p className={styles.line} data-tone={tone}>
      <Icon size={20} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

/** Link to correct a failed address, until it is changed. */
function AddressFix({ part }: { part: RehearsalParticipant }) {
  const { t } = useTranslation('rehearsal');
  if (part.is_address_changed) return <p className={styles.note}>{t('changed')}</p>;
  if (part.state === 'refused') {
    return (
      <TextLink to="/contact" className={styles.fixLink}>
        {t('fixContact')}
      </TextLink>
    );
  }
  if (part.state !== 'failed') return null;
  return (
    <TextLink to="/instructions" className={styles.fixLink}>
      {t('fixInstruction')}
    </TextLink>
  );
}
