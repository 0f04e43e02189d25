/** A variable holds something it must not. The message is one sentence for the person who starts us. */
export class ConfigurationInvalid extends Error {}
