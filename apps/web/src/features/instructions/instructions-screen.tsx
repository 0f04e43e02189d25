import { useSearch } from '@tanstack/react-router';
import { InsertionProvider } from './assistant/insertion-context.tsx';
import { UploadsProvider } from './files/uploads.tsx';
import { EditInstructionScreen, NewInstructionScreen } from './form/instruction-form-screen.tsx';
import { InstructionsListScreen } from './list/instructions-list-screen.tsx';

/** The list, or in its place the form that the address names; files go on being sent behind both. */
export function InstructionsScreen() {
  const { new: isNew, edit, at } = useSearch({ strict: false });
  return (
    <UploadsProvider>
      <InsertionProvider>
        {edit !== undefined && (
          <EditInstructionScreen key={edit} id={edit} isAtContacts={at === 'contacts'} />
        )}
        {edit === undefined && isNew !== undefined && <NewInstructionScreen />}
        {edit === undefined && isNew === undefined && <InstructionsListScreen />}
      </InsertionProvider>
    </UploadsProvider>
  );
}
