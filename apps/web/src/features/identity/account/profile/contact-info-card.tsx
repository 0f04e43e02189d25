import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import styles from '../cards/cards.module.css';
import { Fact, Facts } from '../cards/facts.tsx';
import { EmailChangeForm } from './email-change-form.tsx';
import { PendingEmail } from './pending-email.tsx';
import { PhoneForm } from './phone-form.tsx';

export function ContactInfoCard({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('settings');
  return (
    <SectionCard title={t('contact.title')}>
      <EmailPart profile={profile} />
      <hr className={styles.rule} />
      <PhonePart profile={profile} />
    </SectionCard>
  );
}

function EmailPart({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('settings');
  const mode = useEditMode();
  return (
    <>
      <Facts>
        <Fact name={t('contact.user_email')}>{profile.user_email}</Fact>
      </Facts>
      {profile.pending_email && (
        <PendingEmail email={profile.pending_email} until={profile.pending_email_until} />
      )}
      {mode.isEditing ? (
        <EmailChangeForm profile={profile} onDone={mode.close} />
      ) : (
        <div>
          <Button kind="quiet" ref={mode.opener} onClick={mode.open}>
            {t('email.edit')}
          </Button>
        </div>
      )}
    </>
  );
}

function PhonePart({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const mode = useEditMode();
  if (mode.isEditing) return <PhoneForm profile={profile} onDone={mode.close} />;
  return (
    <>
      <Facts>
        <Fact name={t('contact.phone')} unset={t('contact.phoneNotSet')}>
          {profile.phone && formats.phone(profile.phone)}
        </Fact>
      </Facts>
      <div>
        <Button kind="quiet" ref={mode.opener} onClick={mode.open}>
          {t(profile.phone ? 'contact.phoneEdit' : 'contact.phoneAdd')}
        </Button>
      </div>
    </>
  );
}
