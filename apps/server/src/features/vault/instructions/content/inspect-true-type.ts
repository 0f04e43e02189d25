import type { FileEnding } from '@zavet/contract/instructions/file-rules';
import { type Inspection, inspectContent } from './inspect-content.ts';

/** An inspection that also knows what a picture really is. */
export interface TrueTypeInspection extends Inspection {
  /** The ending by the name, or that of the picture it is; known when all was seen. */
  trueEnding(): FileEnding;
}

const pictures = [
  { ending: 'jpg', mark: Buffer.from('ffd8ff', 'hex') },
  { ending: 'png', mark: Buffer.from('89504e470d0a1a0a', 'hex') },
  { ending: 'gif', mark: Buffer.from('GIF87a', 'latin1') },
  { ending: 'gif', mark: Buffer.from('GIF89a', 'latin1') },
] as const satisfies readonly { ending: FileEnding; mark: Buffer }[];

const markBytes = 8;

/**
 * Cameras and messengers give pictures the ending of another type. A picture is inspected as the
 * picture it is, whatever its name says; everything else must be what its name says.
 */
export function inspectTrueType(named: FileEnding): TrueTypeInspection {
  let head = Buffer.alloc(0);
  let ending = named;
  let inspection: Inspection | undefined;
  const begin = async () => {
    ending = trueEndingOf(named, head);
    inspection = inspectContent(ending);
    await inspection.see(head);
    return inspection;
  };
  return {
    see: async (chunk) => {
      if (inspection) return inspection.see(chunk);
      head = Buffer.concat([head, chunk]);
      if (head.length >= markBytes) await begin();
    },
    isHopeless: () => inspection?.isHopeless() ?? false,
    matches: async () => (inspection ?? (await begin())).matches(),
    trueEnding: () => ending,
  };
}

function trueEndingOf(named: FileEnding, head: Buffer): FileEnding {
  const picture = pictures.find(({ mark }) => head.subarray(0, mark.length).equals(mark));
  if (!picture) return named;
  const isNamedSo = picture.ending === named || (picture.ending === 'jpg' && named === 'jpeg');
  return isNamedSo ? named : picture.ending;
}
