import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { Fact, Facts } from '../cards/facts.tsx';
import { BasicInfoForm } from './basic-info-form.tsx';
import { basicFields } from './basic-info-rules.ts';
import { useCalendarDate } from './use-calendar-date.ts';

export function BasicInfoCard({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('settings');
  const mode = useEditMode();
  const calendarDate = useCalendarDate();
  const filled = basicFields.filter((field) => profile[field] !== null);
  const isComplete = filled.length === basicFields.length;

  return (
    <SectionCard
      title={t('basic.title')}
      lead={t(isComplete ? 'basic.allLocked' : 'basic.lead')}
      headingRef={mode.heading}
    >
      {mode.isEditing ? (
        <BasicInfoForm profile={profile} onCancel={mode.close} onSaved={mode.closeAtHeading} />
      ) : (
        <>
          <Facts>
            {basicFields.map((field) => (
              <Fact
                key={field}
                name={t(`basic.${field}`)}
                unset={t(`basic.notSet.${field}`)}
                isLocked={profile[field] !== null}
                isTerse={isComplete}
              >
                {field === 'date_of_birth' ? calendarDate(profile[field]) : profile[field]}
              </Fact>
            ))}
          </Facts>
          {!isComplete && (
            <div>
              <Button kind="quiet" ref={mode.opener} onClick={mode.open}>
                {t(filled.length === 0 ? 'basic.fill' : 'basic.add')}
              </Button>
            </div>
          )}
        </>
      )}
    </SectionCard>
  );
}
