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
      <ParticipantGroup title={t('people')} participants={contacts} rehearsal={rehearsal} />
      <ParticipantGroup title={t('recipients')} participants={recipients} rehearsal={rehearsal} />
    </>
  );
}

interface ParticipantGroupProps {
  title: string;
  participants: RehearsalParticipant[];
  rehearsal: RehearsalView;
}

function ParticipantGroup({ title, participants, rehearsal }: ParticipantGroupProps) {
  if (participants.length === 0) return null;
  return (
    <div>
      <Heading level={3} className={styles.groupTitle}>
        {title}
      </Heading>
      <ul className={styles.people}>
        {participants.map((person) => (
          <Person key={person.id} person={person} rehearsal={rehearsal} />
        ))}
      </ul>
    </div>
  );
}

function Person({ person, rehearsal }: { person: RehearsalParticipant; rehearsal: RehearsalView }) {
  const { t } = useTranslation('rehearsal');
  const formats = useFormats();
  const status = statusOf(person);
  const pin = pinStatusOf(person, rehearsal.ended_at === null);
  const time = person.answered_at
    ? formats.timeLeft(answerTimeMs(rehearsal.started_at, person.answered_at))
    : '';
  const name = person.name || t('noName');
  return (
    <li className={styles.person}>
      <Initials
        name={person.name || person.email}
        tone={person.kind === 'contact' ? 'green' : 'gold'}
      />
      <div className={styles.details}>
        <p className={styles.name}>{name}</p>
        <p className={styles.note}>{person.email}</p>
        <StatusLine tone={toneOfStatus(status)}>{t(`states.${status}`, { time })}</StatusLine>
        {pin && <StatusLine tone={toneOfPin(pin)}>{t(`pins.${pin}`)}</StatusLine>}
        <AddressFixLink person={person} />
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

/** Link to correct a failed address, shown until the address is changed. */
function AddressFixLink({ person }: { person: RehearsalParticipant }) {
  const { t } = useTranslation('rehearsal');
  if (person.is_address_changed) return <p className={styles.note}>{t('changed')}</p>;
  if (person.state === 'refused') {
    return (
      <TextLink to="/contact" className={styles.fixLink}>
        {t('fixContact')}
      </TextLink>
    );
  }
  if (person.state !== 'failed') return null;
  return (
    <TextLink to="/instructions" className={styles.fixLink}>
      {t('fixInstruction')}
    </TextLink>
  );
}
