export interface Issue {
  path: PropertyKey[];
  message: string;
}

/** A schema of the contract whose messages are field error codes. */
export interface ContractSchema<Input> {
  safeParse(
    value: unknown,
  ): { success: true; data: Input } | { success: false; error: { issues: Issue[] } };
}

/**
 * What is typed, checked. A schema whose code cannot be fetched, because the server is away or has
 * become a newer one, must not keep a filled form from being sent: the server checks as well and
 * answers by field.
 */
export async function parsedInput<Input>(
  load: () => Promise<ContractSchema<Input>>,
  typed: unknown,
): Promise<ReturnType<ContractSchema<Input>['safeParse']>> {
  const schema = await load().catch(() => undefined);
  return schema ? schema.safeParse(typed) : { success: true, data: typed as Input };
}
