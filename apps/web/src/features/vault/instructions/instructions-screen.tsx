import { useSearch } from '@tanstack/react-router';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Page } from '../../../ui/page.tsx';
import { InsertionProvider, useInsertDraft } from './assistant/insertion.tsx';
import styles from './assistant/writing-dialog.module.css';
import { LoadedWritingPlace } from './assistant/writing-dialog.tsx';
import { BackLink } from './back-link.tsx';
import { BinScreen } from './bin/bin-screen.tsx';
import { UploadsProvider } from './files/uploads.tsx';
import { EditInstructionScreen, NewInstructionScreen } from './form/instruction-form-screen.tsx';
import { InstructionsListScreen } from './list/instructions-list-screen.tsx';
import { PersonScreen } from './person/person-screen.tsx';
import { ReadingScreen } from './reading/reading-screen.tsx';

/** Shows the screen named by the URL. Uploads continue across all of them. */
export function InstructionsScreen() {
  const { new: isNew, edit, read, at, bin, person, write } = useSearch({ strict: false });
  return (
    <UploadsProvider>
      <InsertionProvider>
        {edit !== undefined && (
          <EditInstructionScreen key={edit} id={edit} startsAtContacts={at === 'contacts'} />
        )}
        {edit === undefined && isNew !== undefined && <NewInstructionScreen />}
        {edit === undefined && isNew === undefined && read !== undefined && (
          <ReadingScreen key={read} id={read} />
        )}
        {edit === undefined && isNew === undefined && read === undefined && (
          <Overview person={person} write={write} isBin={bin !== undefined} />
        )}
      </InsertionProvider>
    </UploadsProvider>
  );
}

interface OverviewProps {
  person: string | undefined;
  write: string | undefined;
  isBin: boolean;
}

function Overview({ person, write, isBin }: OverviewProps) {
  if (isBin) return <BinScreen />;
  if (write !== undefined) return <WritingScreen />;
  return person === undefined ? <InstructionsListScreen /> : <PersonScreen contactId={person} />;
}

/** The assistant as a page, whose draft becomes a new instruction. */
function WritingScreen() {
  const { t } = useTranslation('instructions');
  const insert = useInsertDraft();
  return (
    <Page title={t('assistant.title')} isFull actions={<BackLink />}>
      <div className={styles.place}>
        <LoadedWritingPlace onInsert={insert} />
      </div>
    </Page>
  );
}
