import type { ComponentProps } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { isGoing } from '../public/upload-queue.ts';
import { UploadRow } from '../public/upload-row.tsx';
import styles from './files.module.css';
import { useUploads } from './uploads.tsx';
import { useUploadErrorText } from './use-upload-error-text.ts';

/** The files on their way to the server, and those that did not arrive. */
export function UploadPanel() {
  const { t } = useTranslation('instructions');
  const { runner, uploads } = useUploads();
  const describe = useUploadErrorText();
  if (uploads.length === 0) return null;
  const going = uploads.filter(isGoing).length;
  // At rest only what is missing still matters.
  const shown = going > 0 ? uploads : uploads.filter(({ state }) => state.kind !== 'done');
  return (
    <Card aria-labelledby="uploads-title">
      <div className={styles.panelHead}>
        <Heading level={2} size="row" id="uploads-title">
          {t(going > 0 ? 'uploads.title' : 'uploads.restTitle')}
        </Heading>
        {going === 0 && (
          <Button kind="plain" onClick={() => runner.dismissResting()}>
            {t('uploads.dismissAll')}
          </Button>
        )}
      </div>
      <p role="status" className={styles.quiet}>
        {going > 0 ? t('uploads.going', { count: going }) : t('uploads.rest')}
      </p>
      <ul className={styles.list}>
        {shown.map((upload) => (
          <NamedUpload key={upload.id} upload={upload} runner={runner} describe={describe} />
        ))}
      </ul>
    </Card>
  );
}

/** With the instruction that the file belongs to. */
function NamedUpload(props: Omit<ComponentProps<typeof UploadRow>, 'title'>) {
  // Read only if nothing of it is known.
  const instruction = useEndpoint(
    'getInstruction',
    { params: { id: props.upload.target_id } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return <UploadRow {...props} title={instruction.data?.title} />;
}
