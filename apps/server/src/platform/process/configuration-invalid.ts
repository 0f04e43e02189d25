/** The message is one sentence that names the variable; `problems` holds one for everything wrong. */
export class ConfigurationInvalid extends Error {
  readonly problems: readonly string[];

  constructor(sentence: string, problems: readonly string[] = [sentence], options?: ErrorOptions) {
    super(sentence, options);
    this.problems = problems;
  }
}
