import type { FileView } from '@zavet/contract/vault/instruction-schemas';
import { api } from '../../../../platform/client/api.ts';
import { useSavingFiles } from '../public/use-saving-files.ts';

/** Saves files of an instruction under their own names. */
export function useDownload() {
  const { busyId, save } = useSavingFiles();
  return {
    /** The file, or the instruction whose files are being fetched. */
    busyId,
    download: (file: FileView) =>
      save(file.id, file.file_name, () => api.downloadFile({ params: { id: file.id } })),
    downloadAll: (instructionId: string, title: string) =>
      save(instructionId, `${title}.zip`, () =>
        api.downloadFiles({ params: { id: instructionId } }),
      ),
  };
}
