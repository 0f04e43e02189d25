import { useSearch } from '@tanstack/react-router';
import { InsertionProvider } from './assistant/insertion-context.tsx';
import { WritingScreen } from './assistant/writing-screen.tsx';
import { UploadsProvider } from './files/uploads.tsx';
import { EditInstructionScreen, NewInstructionScreen } from './form/instruction-form-screen.tsx';
import { InstructionsListScreen } from './list/instructions-list-screen.tsx';
import { PersonScreen } from './person/person-screen.tsx';

/** The list, or in its place the form that the address names; files go on being sent behind both. */
export function InstructionsScreen() {
  const { new: isNew, edit, at, person, write } = useSearch({ strict: false });
  return (
    <UploadsProvider>
      <InsertionProvider>
        {edit !== undefined && (
          <EditInstructionScreen key={edit} id={edit} isAtContacts={at === 'contacts'} />
        )}
        {edit === undefined && isNew !== undefined && <NewInstructionScreen />}
        {edit === undefined && isNew === undefined && <Overview person={person} write={write} />}
      </InsertionProvider>
    </UploadsProvider>
  );
}

interface OverviewProps {
  person: string | undefined;
  write: string | undefined;
}

/** What stands there while no instruction is being written. */
function Overview({ person, write }: OverviewProps) {
  if (write !== undefined) return <WritingScreen />;
  return person === undefined ? <InstructionsListScreen /> : <PersonScreen contactId={person} />;
}
