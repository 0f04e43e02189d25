import { Transform } from 'node:stream';
import type { Inspection } from './inspect-content.ts';

/** Passes a file on while it is inspected; what is already found out to be wrong is swallowed. */
export function inspectingStream(inspection: Inspection): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (inspection.isHopeless()) return done();
      inspection.see(chunk).then(
        () => done(null, inspection.isHopeless() ? undefined : chunk),
        (error: Error) => done(error),
      );
    },
  });
}
