/** The database was used by a newer program. The message is one sentence for the person who starts us. */
export class DatabaseTooNew extends Error {
  constructor() {
    super(
      'The database was prepared by a newer version of the program, and this one would damage it; start the newer version again, or restore a backup made before the upgrade into an empty database.',
    );
  }
}
